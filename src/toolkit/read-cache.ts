import { hash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../infrastructure/canonical-json.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Logger } from '../infrastructure/logger.ts';
import type { SharedStore, StoreKey } from '../infrastructure/shared-store.ts';
import { accountKey, tenantKey } from '../infrastructure/store-key.ts';
import type { Caller } from '../tenant/caller.ts';
import type { CompiledAction } from './compiled.ts';
import { checkData } from './data-check.ts';
import { cacheTtlMaxMs, familyOf, touchedFamilies } from './invalidation.ts';
import { type Ok, ok, outcomeOf } from './result.ts';

/** Bytes of one remembered answer; a larger one is read each time. */
const answerBytesMax = 256 * 1024;
/** A generation has to outlive every answer that was remembered before it. */
const generationTtlMs = 2 * cacheTtlMaxMs;
/** Before any write a family has this one. */
const firstGeneration = '0';
/** Families whose answers could not be forgotten, kept to be tried again; the oldest makes room. */
const pendingMax = 10_000;
/** Of those, how many one call tries again. */
const retriedMax = 50;

/** A read about to run: its arguments are valid, and everything that could refuse it has passed. */
export interface RememberedRead {
  readonly action: CompiledAction<never>;
  readonly input: object;
  readonly caller: Caller;
}

/**
 * Answers of reads, remembered for a short time where their action asks for it. What is kept has been
 * checked and cleaned of secrets; it is checked, cut and counted again for each caller.
 */
export interface ReadCache {
  /** What is remembered for this very caller and these arguments, or what `run` answers. */
  through(read: RememberedRead, run: () => Promise<unknown>): Promise<unknown>;
  /** Forgets, for everybody of the tenant, what a write has made stale. Never throws. */
  forget(action: CompiledAction<never>, caller: Caller): Promise<void>;
}

const stored = z.object({
  data: z.record(z.string(), z.unknown()),
  resource: z.unknown().optional(),
  state: z.record(z.string(), z.unknown()),
});

export function createReadCache({
  store,
  clock,
}: {
  readonly store: SharedStore;
  readonly clock: Clock;
}): ReadCache {
  /** With the end of their last answer, in milliseconds of the clock. */
  const pending = new Map<StoreKey, number>();

  /** Whether all older answers of the family are unreachable now, at every replica. */
  async function renew(key: StoreKey, log: Logger): Promise<boolean> {
    try {
      await store.set(key, randomUUID(), generationTtlMs);
      pending.delete(key);
      return true;
    } catch (error) {
      const [oldest] = pending.keys();
      if (oldest !== undefined && pending.size >= pendingMax && !pending.has(key)) pending.delete(oldest);
      pending.set(key, clock.nowMs() + cacheTtlMaxMs);
      log.warn({ err: error }, 'remembered answers could not be forgotten yet');
      return false;
    }
  }

  /** For the other replicas, which know nothing of it: they answer what is stale until this one gets through. */
  async function renewPending(log: Logger): Promise<void> {
    for (const [key, endsAtMs] of [...pending].slice(0, retriedMax)) {
      if (endsAtMs <= clock.nowMs()) pending.delete(key);
      else if (!(await renew(key, log))) return;
    }
  }

  /** Part of every key, so that one write makes all older answers unreachable. */
  async function generationOf(caller: Caller, family: string): Promise<string> {
    const key = generationKey(caller, family);
    if (pending.size > 0) await renewPending(caller.log);
    if (pending.has(key)) throw new Error('the answers of a family are not to be trusted');
    return (await store.get(key)) ?? firstGeneration;
  }

  return {
    async through(read, run) {
      const { cacheTtlMs, verb } = read.action.definition;
      if (cacheTtlMs === undefined || verb !== 'query') return run();
      const known = await lookUp(read);
      if (known?.answer !== undefined) return known.answer;
      const answer = await run();
      if (known !== undefined) await remember(read, known.key, answer, cacheTtlMs);
      return answer;
    },
    async forget(action, caller) {
      if (action.definition.verb === 'query') return;
      const keys = touchedFamilies(action).map((family) => generationKey(caller, family));
      const renewed = await Promise.all(keys.map((key) => renew(key, caller.log)));
      if (pending.size > 0 && renewed.every(Boolean)) await renewPending(caller.log);
    },
  };

  /** @returns `undefined` when the store does not answer: then nothing is remembered either */
  async function lookUp(
    read: RememberedRead,
  ): Promise<{ readonly key: StoreKey; readonly answer: Ok<object> | undefined } | undefined> {
    try {
      const key = answerKey(read, await generationOf(read.caller, familyOf(read.action.tool)));
      const text = await store.get(key);
      return { key, answer: text === undefined ? undefined : readStored(text) };
    } catch (error) {
      read.caller.log.debug({ err: error }, 'an answer could not be looked up');
      return undefined;
    }
  }

  async function remember(
    { action, caller }: RememberedRead,
    key: StoreKey,
    answer: unknown,
    ttlMs: number,
  ): Promise<void> {
    if (outcomeOf(answer) !== 'ok') return;
    const { data, resource, state } = answer as Ok<object>;
    const checked = checkData(action, data);
    if (!checked.ok) return;
    const text = JSON.stringify({ data: action.presenter.redaction.data(checked.data), resource, state });
    if (Buffer.byteLength(text) > answerBytesMax) return;
    await store.set(key, text, ttlMs).catch((error: unknown) => {
      caller.log.debug({ err: error }, 'an answer could not be remembered');
    });
  }
}

function readStored(text: string): Ok<object> | undefined {
  const parsed = stored.safeParse(JSON.parse(text));
  if (!parsed.success) return undefined;
  const { data, resource, state } = parsed.data;
  // Both were written from an answer of ours; the envelope that they go into is checked again.
  const facts = { state, ...(resource !== undefined && { resource }) } as unknown as Parameters<typeof ok>[1];
  return ok(data, facts);
}

/** Whatever could make two callers see two things tells their answers apart. */
function answerKey({ action, input, caller }: RememberedRead, generation: string): StoreKey {
  const { tenant, principal } = caller;
  const scopes = hash('sha256', [...principal.scopes].sort().join(' '), 'hex');
  return tenantKey({
    tenantKey: tenant.key,
    credentialFingerprint: tenant.credential.fingerprint,
    kind: 'answer',
    parts: [
      generation,
      tenant.host,
      principal.issuer,
      principal.subject,
      scopes,
      action.tool,
      action.name,
      canonicalJson(input),
    ],
  });
}

function generationKey({ tenant }: Caller, family: string): StoreKey {
  return accountKey({ tenantKey: tenant.key, kind: 'generation', parts: [family] });
}
