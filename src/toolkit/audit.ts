import { hash } from 'node:crypto';
import type { CallOutcome } from '../infrastructure/metrics.ts';
import type { Caller } from '../tenant/caller.ts';
import type { CallFacts } from './context.ts';
import type { ResourceRef } from './result.ts';

/** First 128 bits: enough to tell two apart, too few to be worth keeping. */
const hashHexLength = 32;

export interface AuditedCall {
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

/** The one line that every call leaves, whatever became of it. Holds no argument value. */
export function writeAuditLine(caller: Caller, call: AuditedCall): void {
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

/** Equal for equal arguments as they were sent, so that a repeated call can be recognised. */
function hashOfArguments(args: unknown): string {
  return shortHash(JSON.stringify(args) ?? '');
}

function shortHash(text: string): string {
  return hash('sha256', text, 'hex').slice(0, hashHexLength);
}
