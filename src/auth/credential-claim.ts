import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import type { SealRing } from './sealing.ts';

/** What the `cred` claim of a token in `sealed` mode holds, once opened. Never kept beyond its use. */
export interface CredentialClaim {
  readonly host: string;
  /** The Modyo API token, in clear. */
  readonly token: string;
  readonly tenantId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly expiresAtSeconds: number;
}

const claimSchema = z.strictObject({
  h: z.string(),
  t: z.string().min(1),
  tid: z.string(),
  iss: z.string(),
  sub: z.string(),
  exp: z.number(),
});

export function sealCredentialClaim(ring: SealRing, claim: CredentialClaim): Promise<string> {
  const plaintext = JSON.stringify({
    h: claim.host,
    t: claim.token,
    tid: claim.tenantId,
    iss: claim.issuer,
    sub: claim.subject,
    exp: claim.expiresAtSeconds,
  } satisfies z.infer<typeof claimSchema>);
  return ring.seal(plaintext, { type: 'modyo-cred' });
}

/** @throws {AppError} `UNAUTHORIZED` when the ring does not open it or it holds something else */
export async function openCredentialClaim(ring: SealRing, sealed: string): Promise<CredentialClaim> {
  const plaintext = await ring.open(sealed, { type: 'modyo-cred' });
  const parsed = claimSchema.safeParse(parseJson(plaintext));
  if (!parsed.success) {
    throw new AppError('The sealed credential has another shape.', { code: 'UNAUTHORIZED' });
  }
  const { h, t, tid, iss, sub, exp } = parsed.data;
  return { host: h, token: t, tenantId: tid, issuer: iss, subject: sub, expiresAtSeconds: exp };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
