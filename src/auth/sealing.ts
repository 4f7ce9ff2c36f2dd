import { hkdfSync, randomBytes } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { AppError } from '../errors/app-error.ts';

/** One key of the ring. */
export interface SealKey {
  readonly kid: string;
  /** 32 bytes. */
  readonly secret: Uint8Array;
}

/** What a sealed value is and what it belongs to; both are authenticated and must be the same to open it. */
interface SealBinding {
  readonly type: 'modyo-cred' | 'modyo-token' | 'modyo-consent';
  /** Absent where the plaintext itself names what it belongs to. */
  readonly context?: string;
}

/** AES-256-GCM under a ring of keys: the first key seals, every key opens. */
export interface SealRing {
  /** @throws {AppError} `INVALID_PARAMS` when the result would be longer than {@link sealedCharactersMax} */
  seal(plaintext: string, binding: SealBinding): Promise<string>;
  /** @throws {AppError} `UNAUTHORIZED` when it was not sealed by this ring for this binding, or was altered */
  open(sealed: string, binding: SealBinding): Promise<string>;
}

const secretBytes = 32;
const keysMax = 16;
/** Longest compact JWE that is sealed, opened, or accepted inside a token. */
export const sealedCharactersMax = 4096;

const entryPattern = /^([A-Za-z0-9_-]{1,64}):([A-Za-z0-9+/_-]+={0,2})$/;
/**
 * Header, initialisation vector, ciphertext and tag. Where the last character of a part has bits that belong to
 * no byte, they are zero: otherwise a text could be altered and still open.
 */
const compactParts =
  /^([A-Za-z0-9_-]+)\.\.[A-Za-z0-9_-]{16}\.(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?\.[A-Za-z0-9_-]{21}[AQgw]$/;
const headerMembers = new Set(['alg', 'enc', 'kid', 'typ', 'ctx']);

/**
 * Reads a ring from `kid1:base64,kid0:base64`; the first entry seals.
 * @throws {Error} with every fault of the text, and no key material
 */
export function parseSealKeys(text: string): readonly SealKey[] {
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.length > keysMax) throw new Error(`has more than ${keysMax} keys`);
  const faults: string[] = [];
  const keys = new Map<string, SealKey>();
  for (const [index, entry] of entries.entries()) {
    const [, kid, base64] = entryPattern.exec(entry) ?? [];
    const secret = Buffer.from(base64 ?? '', 'base64');
    if (kid === undefined) faults.push(`entry ${index + 1} is not kid:base64`);
    else if (secret.length !== secretBytes) faults.push(`the key of ${kid} is not ${secretBytes} bytes long`);
    else if (keys.has(kid)) faults.push(`${kid} stands in it twice`);
    else keys.set(kid, { kid, secret: new Uint8Array(secret) });
  }
  if (faults.length > 0) throw new Error(faults.join('; '));
  return [...keys.values()];
}

/** A key that ends with the process. */
export function randomSealKey(): SealKey {
  return { kid: 'own', secret: new Uint8Array(randomBytes(secretBytes)) };
}

export function createSealRing(keys: readonly SealKey[]): SealRing {
  const secrets = new Map(keys.map(({ kid, secret }) => [kid, secret]));
  const [first] = keys;
  return {
    async seal(plaintext, binding) {
      if (first === undefined) throw new Error('A seal ring without keys cannot seal.');
      const sealed = await new CompactEncrypt(new TextEncoder().encode(plaintext))
        .setProtectedHeader({
          alg: 'dir',
          enc: 'A256GCM',
          kid: first.kid,
          typ: binding.type,
          ...(binding.context !== undefined && { ctx: binding.context }),
        })
        .encrypt(keyFor(binding, first.secret));
      if (sealed.length > sealedCharactersMax) {
        throw new AppError('The value is too long to be sealed.', { code: 'INVALID_PARAMS' });
      }
      return sealed;
    },
    async open(sealed, binding) {
      const secret = secrets.get(checkedKid(sealed, binding));
      if (secret === undefined) throw refused('It names a key that is not in the ring.');
      try {
        const { plaintext } = await compactDecrypt(sealed, keyFor(binding, secret), {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        });
        return new TextDecoder('utf-8', { fatal: true }).decode(plaintext);
      } catch (cause) {
        throw refused('It was altered, or sealed with another key of the same name.', cause);
      }
    },
  };
}

/**
 * Consents are sealed in numbers that callers decide, so they have a key of their own and wear out no other.
 * What others may make for us as well is sealed with the very key of the ring.
 */
function keyFor({ type }: SealBinding, secret: Uint8Array): Uint8Array {
  return type === 'modyo-consent'
    ? new Uint8Array(hkdfSync('sha256', secret, '', type, secretBytes))
    : secret;
}

/** Everything that can be refused before a key is touched: length, shape, algorithms, compression, binding. */
function checkedKid(sealed: string, binding: SealBinding): string {
  if (sealed.length > sealedCharactersMax) throw refused('It is too long.');
  const header = headerOf(sealed);
  const { alg, enc, kid, typ, ctx } = header;
  if (
    Object.keys(header).some((member) => !headerMembers.has(member)) ||
    alg !== 'dir' ||
    enc !== 'A256GCM'
  ) {
    throw refused('It was not sealed by this service.');
  }
  if (typ !== binding.type || ctx !== binding.context) throw refused('It was sealed for another use.');
  if (typeof kid !== 'string') throw refused('It names no key.');
  return kid;
}

function headerOf(sealed: string): Readonly<Record<string, unknown>> {
  const [, encoded] = compactParts.exec(sealed) ?? [];
  if (encoded === undefined) throw refused('It is no compact JWE with a direct key.');
  try {
    const header: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    if (typeof header === 'object' && header !== null) return { ...header };
  } catch (cause) {
    throw refused('Its header is no JSON.', cause);
  }
  throw refused('Its header is no object.');
}

function refused(reason: string, cause?: unknown): AppError {
  return new AppError(`The sealed value cannot be opened. ${reason}`, { code: 'UNAUTHORIZED', cause });
}
