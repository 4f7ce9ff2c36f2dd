import { hash } from 'node:crypto';
import type { CallOutcome } from '../infrastructure/metrics.ts';
import type { Caller } from '../tenant/caller.ts';
import type { CompiledAction, CompiledTool } from './compiled.ts';
import type { CallFacts } from './context.ts';
import type { ResourceRef } from './result.ts';
import { isPasswordName } from './secret-names.ts';
import { isArguments } from './selection.ts';
import type { ObservedCall } from './tool-call.ts';

/** First 128 bits: enough to tell two apart, too few to be worth keeping. */
const hashHexLength = 32;

interface AuditedCall {
  readonly facts: CallFacts;
  readonly outcome: CallOutcome;
  readonly durationMs: number;
  /** Names of parameters of ours; a name that the caller made up may be a secret. */
  readonly argumentNames: readonly string[];
  readonly args: unknown;
  readonly resource: ResourceRef | undefined;
  /** The middleware that refused the call. */
  readonly refusedBy: string | undefined;
}

/** A call that has ended, or that was refused before it began. */
export interface EndedCall<Ctx> {
  readonly tool: Pick<CompiledTool<Ctx>, 'name' | 'parameterNames'>;
  /** Absent where the arguments name none. */
  readonly action: CompiledAction<Ctx> | undefined;
  readonly args: unknown;
  readonly outcome: CallOutcome;
  readonly durationMs: number;
  readonly resource?: ResourceRef | undefined;
  readonly refusedBy?: string | undefined;
}

export function factsOf<Ctx>({ tool, name, definition }: CompiledAction<Ctx>): CallFacts {
  return { tool, action: name, verb: definition.verb };
}

/** Leaves the audit line of a call, and tells the metrics. */
export function reportCall<Ctx>(
  caller: Caller,
  { tool, action, args, outcome, durationMs, resource, refusedBy }: EndedCall<Ctx>,
  observe: ((call: ObservedCall) => void) | undefined,
): void {
  const facts: CallFacts =
    action === undefined ? { tool: tool.name, action: 'unknown', verb: 'query' } : factsOf(action);
  const argumentNames = isArguments(args)
    ? Object.keys(args).filter((name) => tool.parameterNames.has(name))
    : [];
  writeAuditLine(caller, { facts, outcome, durationMs, argumentNames, args, resource, refusedBy });
  observe?.({ tool: facts.tool, action: facts.action, verb: facts.verb, outcome, durationMs });
}

/** The one line that every call leaves, whatever became of it. Holds no argument value. */
function writeAuditLine(caller: Caller, call: AuditedCall): void {
  caller.log.info(
    {
      audit: 'tool_call',
      request_id: caller.requestId,
      tenant: caller.tenant.id,
      tenant_key: caller.tenant.key,
      subject_hash: shortHash(caller.principal.subject),
      tool: call.facts.tool,
      action: call.facts.action,
      verb: call.facts.verb,
      outcome: call.outcome,
      duration_ms: Math.round(call.durationMs),
      argument_names: call.argumentNames,
      arguments_hash: hashOfArguments(call.args),
      ...(call.resource !== undefined && {
        resource_type: call.resource.type,
        resource_id: call.resource.id,
      }),
      ...(call.refusedBy !== undefined && { refused_by: call.refusedBy }),
    },
    'tool called',
  );
}

/**
 * Equal for equal arguments as they were sent, so that a repeated call can be recognised. A password is left
 * out: whoever reads the log could try likely ones against its hash.
 */
function hashOfArguments(args: unknown): string {
  const withoutSecrets = (name: string, value: unknown) => (isPasswordName(name) ? true : value);
  return shortHash(JSON.stringify(args, withoutSecrets) ?? '');
}

function shortHash(text: string): string {
  return hash('sha256', text, 'hex').slice(0, hashHexLength);
}
