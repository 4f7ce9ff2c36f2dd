import type { Scope } from '../../src/auth/scopes.ts';
import { createMemoryGateStore } from '../../src/infrastructure/memory-gate-store.ts';
import { createModyoCredential } from '../../src/modyo/credential.ts';
import type { Caller } from '../../src/tenant/caller.ts';
import type { TenantPolicy } from '../../src/tenant/policy.ts';
import { tenantKey } from '../../src/tenant/tenant-key.ts';
import {
  createToolRegistry,
  type ToolRegistry,
  type ToolRegistryOptions,
} from '../../src/toolkit/registry.ts';
import type { Tool } from '../../src/toolkit/tool.ts';
import type { FinalResult, ObservedCall } from '../../src/toolkit/tool-call.ts';
import { createLogCapture, type LogCapture } from './log-capture.ts';
import { createManualClock } from './manual-clock.ts';
import { createNoteStore, type NoteStore } from './note-store.ts';
import { type NoteContext, noteTools } from './note-tools.ts';
import { openPolicy } from './open-policy.ts';
import { finalOf, testCall } from './test-call.ts';

export interface CallerOptions {
  readonly policy?: Partial<TenantPolicy>;
  readonly subject?: string;
  readonly scopes?: readonly Scope[];
  /** Default `andes`. */
  readonly tenant?: string;
}

type Loose = Readonly<Record<string, unknown>>;

export interface AnswerBody {
  readonly platform?: Loose;
  readonly data?: Loose;
  readonly resource?: Loose;
  readonly state?: Loose;
  readonly control?: Loose;
  readonly error?: Loose & { readonly code: string; readonly message: string };
}

export interface HostedCall {
  readonly result: FinalResult;
  readonly isError: boolean;
  /** The text of the answer, parsed: the envelope, or `{error}`. */
  readonly body: AnswerBody;
}

/** The kit with a catalogue of its own, without protocol and edge. */
export interface ToolHost {
  readonly registry: ToolRegistry;
  readonly notes: NoteStore;
  readonly logs: LogCapture;
  readonly observed: readonly ObservedCall[];
  /** How many calls got as far as a context. */
  readonly contexts: () => number;
  caller(options?: CallerOptions): Caller;
  call(
    name: string,
    args?: unknown,
    options?: CallerOptions & { readonly signal?: AbortSignal },
  ): Promise<HostedCall>;
}

export function createToolHost(
  tools: readonly Tool<NoteContext>[] = noteTools,
  options: Partial<ToolRegistryOptions<NoteContext>> = {},
): ToolHost {
  const notes = createNoteStore();
  const logs = createLogCapture();
  const observed: ObservedCall[] = [];
  let contexts = 0;
  const clock = createManualClock();
  const registry = createToolRegistry<NoteContext>({
    tools,
    createContext(base) {
      contexts += 1;
      return { ...base, notes };
    },
    clock,
    gateStore: createMemoryGateStore(clock),
    observe: (call) => observed.push(call),
    evidenceOf: () => 'docs',
    ...options,
  });
  const caller = (given: CallerOptions = {}) => testCaller(logs, given);
  return {
    registry,
    notes,
    logs,
    observed,
    contexts: () => contexts,
    caller,
    async call(name, args, given = {}) {
      const { signal } = given;
      const called = await registry.call(name, args, testCall(caller(given), { ...(signal && { signal }) }));
      const result = finalOf(called);
      return { result, isError: result.isError === true, body: JSON.parse(result.content[0].text) };
    },
  };
}

export function testCaller(logs: LogCapture, options: CallerOptions = {}): Caller {
  const { tenant = 'andes' } = options;
  return {
    principal: {
      issuer: 'https://issuer.test.invalid',
      subject: options.subject ?? 'ana',
      tenantId: tenant,
      scopes: options.scopes ?? ['modyo:admin'],
      tenantMode: 'registry',
      expiresAtSeconds: 4_000_000_000,
    },
    tenant: {
      id: tenant,
      key: tenantKey('https://issuer.test.invalid', tenant),
      host: `${tenant}.sandbox.invalid`,
      platformName: tenant,
      credential: createModyoCredential(`sandbox-token-${tenant}`),
      policy: { ...openPolicy, ...options.policy },
    },
    requestId: 'request-1',
    log: logs.log,
  };
}
