import { hash, randomUUID } from 'node:crypto';
import type { SealRing } from '../auth/sealing.ts';
import { AppError } from '../errors/app-error.ts';
import { canonicalJson } from '../infrastructure/canonical-json.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { SharedStore } from '../infrastructure/shared-store.ts';
import { accountKey } from '../infrastructure/store-key.ts';
import type { Caller } from '../tenant/caller.ts';
import type { Plan } from './action.ts';

/** Milliseconds that a person has to answer. */
const consentMs = 5 * 60_000;
/** Milliseconds that a used consent is remembered beyond that: the clocks of two replicas may differ by so much. */
const clockLeewayMs = 60_000;

/** What is consented to: this call of this person, and nothing else. */
export interface ConsentSubject {
  readonly caller: Caller;
  /** Held by the client while it asks its person, or handed to the model: neither passes for the other. */
  readonly way: 'asked' | 'handed';
  readonly tool: string;
  readonly action: string;
  /** The arguments as parsed, without those that only say how the call is made. */
  readonly args: object;
  /** What the person is shown; a consent is good for that alone. */
  readonly shown: Shown | undefined;
}

/** The target and its version as the plan read them, and what would happen. */
type Shown = Pick<Plan, 'version' | 'resource' | 'changes'>;

interface SealedConsent {
  readonly subject: string;
  readonly call: string;
  readonly args: string;
  readonly shown: string;
  readonly expiresAtMs: number;
  readonly nonce: string;
}

/** Why a consent does not count. `altered` was not made by this service for this account. */
export type ConsentFault = 'altered' | 'foreign' | 'other_call' | 'other_version' | 'expired' | 'used';

/**
 * Takes a consent, so that it counts once on all replicas.
 * @returns `used` if it was taken before
 * @throws {AppError} `UNAVAILABLE` without the store that knows which ones were used
 */
export type TakeConsent = () => Promise<'used' | undefined>;

export interface Consents {
  /** A text that stands for the person's consent, once it comes back. */
  offer(subject: ConsentSubject): Promise<{ readonly sealed: string; readonly expiresAtMs: number }>;
  /** Whether the text was made by this service for this account, whatever it stands for. */
  recognizes(sealed: string, caller: Caller): Promise<boolean>;
  /**
   * Whether the text is a consent to just this, be it used or not.
   * @returns why not, or what takes it
   */
  judge(sealed: string, subject: ConsentSubject): Promise<ConsentFault | TakeConsent>;
}

export interface ConsentsOptions {
  readonly sealRing: SealRing;
  readonly store: SharedStore;
  readonly clock: Clock;
}

export function createConsents({ sealRing, store, clock }: ConsentsOptions): Consents {
  const bindingOf = ({ tenant }: Caller) => ({ type: 'modyo-consent', context: tenant.key }) as const;

  async function opened(sealed: string, caller: Caller): Promise<SealedConsent | undefined> {
    try {
      return JSON.parse(await sealRing.open(sealed, bindingOf(caller))) as SealedConsent;
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHORIZED') return undefined;
      throw error;
    }
  }

  return {
    async offer(subject) {
      const expiresAtMs = clock.nowMs() + consentMs;
      const consent: SealedConsent = { ...factsOf(subject), expiresAtMs, nonce: randomUUID() };
      return { sealed: await sealRing.seal(JSON.stringify(consent), bindingOf(subject.caller)), expiresAtMs };
    },
    recognizes: async (sealed, caller) => (await opened(sealed, caller)) !== undefined,
    async judge(sealed, subject) {
      const consent = await opened(sealed, subject.caller);
      if (consent === undefined) return 'altered';
      const facts = factsOf(subject);
      if (consent.subject !== facts.subject) return 'foreign';
      if (consent.call !== facts.call || consent.args !== facts.args) return 'other_call';
      if (consent.expiresAtMs <= clock.nowMs()) return 'expired';
      if (consent.shown !== facts.shown) return 'other_version';
      const key = nonceKey(subject.caller, consent.nonce);
      return async () =>
        (await store.setIfAbsent(key, '1', consentMs + clockLeewayMs)) ? undefined : 'used';
    },
  };
}

function factsOf({ caller, way, tool, action, args, shown }: ConsentSubject) {
  const { issuer, subject } = caller.principal;
  return {
    subject: digest([issuer, subject]),
    call: digest([caller.tenant.host, way, tool, action]),
    args: digest(args),
    shown: digest([shown?.version, shown?.resource, shown?.changes]),
  };
}

function digest(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'base64url');
}

/** Without the credential: a person who comes back with another one has used the consent all the same. */
function nonceKey({ tenant }: Caller, nonce: string) {
  return accountKey({ tenantKey: tenant.key, kind: 'consent', parts: [nonce] });
}
