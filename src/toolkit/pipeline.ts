import type { Clock } from '../infrastructure/clock.ts';
import type { Caller } from '../tenant/caller.ts';
import { parseArguments, strayNames } from './arguments.ts';
import { factsOf, reportCall } from './audit.ts';
import type { CompiledAction } from './compiled.ts';
import {
  type Conclusion,
  conclude,
  concludeFail,
  concludeReadOnly,
  faultOfSuccess,
  mayOffer,
} from './conclusion.ts';
import type { Consents } from './consent.ts';
import type { ToolContext } from './context.ts';
import { CallEnded, startDeadline } from './deadline.ts';
import { type Executed, type Execution, execute } from './execution.ts';
import type { Gatekeeper, Lease, Transition } from './gate.ts';
import { settleLease, underLease } from './gate-steps.ts';
import { changesListing } from './gated-actions.ts';
import type { Gates } from './gates.ts';
import { refusalForMissing } from './missing-operation.ts';
import type { ReadCache, RememberedRead } from './read-cache.ts';
import { type Fail, fail, mayHaveWritten } from './result.ts';
import { isArguments, selectAction, unknownAction } from './selection.ts';
import type { Surface, VisibleTool } from './surface.ts';
import type { ObservedCall, ToolCall, ToolResult } from './tool-call.ts';
import { failOf } from './tool-error.ts';

export interface PipelineOptions<Ctx> {
  readonly createContext: (base: ToolContext) => Ctx;
  readonly clock: Clock;
  readonly observe: ((call: ObservedCall) => void) | undefined;
  readonly gatekeeper: Gatekeeper;
  /** Whether a transition changes what its caller is shown, through whatever address. */
  readonly changesListings: (transition: Transition, caller: Caller) => boolean;
  /** What gates keep from the listing of this caller now; absent where they never keep anything. */
  readonly shutActions: Gates['shutActions'] | undefined;
  readonly consents: Consents;
  /** Milliseconds that a call may take in all. */
  readonly callTimeoutMs: number;
  /** Present if an action wants its answers remembered. */
  readonly readCache: ReadCache | undefined;
}

/** One call of one visible tool. */
interface Call<Ctx> {
  readonly surface: Surface<Ctx>;
  readonly visible: VisibleTool<Ctx>;
  readonly args: unknown;
  readonly request: ToolCall;
}

/** What is known about a call when it ends, however it ends. */
interface Ended {
  readonly conclusion: Conclusion;
  readonly refusedBy?: string | undefined;
  readonly isCancelled?: boolean;
  /** The call failed, and may have changed something all the same. */
  readonly isStateUnknown?: boolean;
}

/** Runs a call from its arguments to its answer; the only place that catches. */
export function createPipeline<Ctx extends ToolContext>(options: PipelineOptions<Ctx>) {
  return async function callTool(call: Call<Ctx>): Promise<ToolResult> {
    const startedMs = options.clock.nowMs();
    const args = call.args === undefined ? {} : call.args;
    const action = isArguments(args) ? selectAction(call.visible.tool, args) : undefined;
    const ended = await answer(options, call, action, args).catch((error: unknown) =>
      endedBy(options, call, action, error),
    );
    if (ended.isStateUnknown && action !== undefined)
      await options.readCache?.forget(action, call.request.caller);
    report(options, call, action, ended, options.clock.nowMs() - startedMs);
    return ended.conclusion.result;
  };
}

async function answer<Ctx extends ToolContext>(
  options: PipelineOptions<Ctx>,
  call: Call<Ctx>,
  action: CompiledAction<Ctx> | undefined,
  args: unknown,
): Promise<Ended> {
  const { visible, request } = call;
  const refuse = async (...refusal: Parameters<typeof fail>): Promise<Ended> => ({
    conclusion: await refused(options, call, action, fail(...refusal)),
  });
  if (!isArguments(args)) return refuse('INVALID_PARAMS', 'The arguments have to be a JSON object.');
  if (action === undefined) {
    const fields = [unknownAction(visible.tool, visible.actions, args), ...strayNames(visible.actions, args)];
    return refuse('INVALID_PARAMS', 'The action is not valid.', { fields });
  }
  if (!visible.actions.includes(action)) {
    return { conclusion: concludeReadOnly(request.caller.tenant, action.name) };
  }
  const parsed = parseArguments(
    action,
    visible.actions,
    visible.tool.hasDiscriminator,
    args,
    request.caller.tenant.policy.pins,
  );
  if (!parsed.ok) {
    const names = [...new Set(parsed.faults.map((fault) => fault.path))].join(', ');
    const message = parsed.message ?? `The arguments are not valid: ${names}.`;
    return refuse('INVALID_PARAMS', message, { fields: parsed.faults });
  }
  const missing = refusalForMissing(action, request.caller.tenant);
  if (missing !== undefined) return { conclusion: await refused(options, call, action, missing) };
  return run(options, call, action, parsed.input);
}

async function run<Ctx extends ToolContext>(
  options: PipelineOptions<Ctx>,
  { surface, request }: Call<Ctx>,
  action: CompiledAction<Ctx>,
  input: object,
): Promise<Ended> {
  const { caller } = request;
  const deadline = startDeadline({
    request,
    isWrite: action.definition.verb !== 'query',
    timeoutMs: action.definition.timeoutMs,
  });
  try {
    const context = options.createContext({
      caller,
      tenant: caller.tenant,
      principal: caller.principal,
      requestId: caller.requestId,
      signal: deadline.signal,
      log: caller.log,
      progress: (update) => request.progress(update),
    });
    const executed = await execute({
      action,
      facts: factsOf(action),
      request,
      consents: options.consents,
      // What was agreed to, counted and remembered is what was sent, whatever a handler does with it.
      input: Object.freeze(input),
      context: Object.freeze(context),
      deadline,
      gatekeeper: options.gatekeeper,
      callTimeoutMs: options.callTimeoutMs,
      remembered: rememberedBy(options.readCache, { action, input, caller }),
    });
    if (mayHaveWritten(executed.answer)) await options.readCache?.forget(action, caller);
    if (executed.lease === undefined) {
      const seen = mayOffer(action, executed.answer) ? await seenNow(options, surface, caller) : surface;
      return { conclusion: conclude(action, seen, input, request, executed), refusedBy: executed.refusedBy };
    }
    return {
      conclusion: await settleAndConclude(
        options,
        { surface, request },
        action,
        input,
        executed,
        executed.lease,
      ),
      refusedBy: executed.refusedBy,
    };
  } finally {
    deadline.clear();
  }
}

/**
 * Moves the state of a call on, or frees it, and concludes the call. A success is checked before: one that
 * cannot leave is a failure for its caller, and so for the state.
 */
async function settleAndConclude<Ctx>(
  options: PipelineOptions<Ctx>,
  { surface, request }: Pick<Call<Ctx>, 'surface' | 'request'>,
  action: CompiledAction<Ctx>,
  input: object,
  executed: Executed,
  lease: Lease,
): Promise<Conclusion> {
  const { caller } = request;
  const fault = await underLease(lease, async () =>
    faultOfSuccess(action, surface, input, request, executed),
  );
  const answer = fault ?? executed.answer;
  const { transition, warnings = [] } = await settleLease(lease, answer, caller.log);
  // The same person may listen through an address that shows more than that of this call.
  if (transition !== undefined && options.changesListings(transition, caller))
    request.toolsChanged(changesListing(transition, surface));
  const seen = mayOffer(action, answer) ? await seenNow(options, surface, caller, transition) : surface;
  const settled = Object.assign({}, executed, {
    answer,
    warnings: [...(executed.warnings ?? []), ...warnings],
  });
  return conclude(action, seen, input, request, settled);
}

function rememberedBy(cache: ReadCache | undefined, read: RememberedRead): Execution<never>['remembered'] {
  if (cache === undefined || read.action.definition.cacheTtlMs === undefined) return undefined;
  return (work) => cache.through(read, work);
}

/** The surface without what gates shut by now. A listing lacks it, so an answer does not propose it. */
async function seenNow<Ctx>(
  { shutActions }: Pick<PipelineOptions<Ctx>, 'shutActions'>,
  surface: Surface<Ctx>,
  caller: Caller,
  moved?: Transition,
): Promise<Surface<Ctx>> {
  const shut = await shutActions?.(caller, moved);
  return shut === undefined ? surface : surface.without(shut);
}

async function refused<Ctx>(
  options: Pick<PipelineOptions<Ctx>, 'shutActions'>,
  { surface, request }: Call<Ctx>,
  action: CompiledAction<Ctx> | undefined,
  failure: Fail,
): Promise<Conclusion> {
  const seen = mayOffer(action, failure) ? await seenNow(options, surface, request.caller) : surface;
  return concludeFail(action, seen, request, failure);
}

async function endedBy<Ctx>(
  options: Pick<PipelineOptions<Ctx>, 'shutActions'>,
  call: Call<Ctx>,
  action: CompiledAction<Ctx> | undefined,
  error: unknown,
): Promise<Ended> {
  const isEnded = error instanceof CallEnded;
  const failure = isEnded ? endedFail(error) : failOf(error, call.request.caller.log);
  return {
    conclusion: await refused(options, call, action, failure),
    isCancelled: isEnded && error.why !== 'timed_out' && !error.isStateUnknown,
    isStateUnknown: mayHaveWritten(failure),
  };
}

const endings: Readonly<Record<CallEnded['why'], string>> = {
  timed_out: 'The call timed out',
  cancelled: 'The call was cancelled',
  shut_down: 'The service was stopped before the call ended',
};

/** Another replica answers the same call by then. */
const shutDownRetryAfterMs = 1000;

function endedFail({ why, isStateUnknown }: CallEnded) {
  if (isStateUnknown) {
    const advice = 'whether the change was made is not known. Read the entity before repeating.';
    const details = { reason: why, state_unknown: true };
    return fail('UPSTREAM_ERROR', `${endings[why]}; ${advice}`, { details });
  }
  const message = `${endings[why]}; nothing was changed.`;
  const details = { reason: why };
  return why === 'shut_down'
    ? fail('UNAVAILABLE', message, { details, retryAfterMs: shutDownRetryAfterMs })
    : fail('UPSTREAM_ERROR', message, { details });
}

function report<Ctx>(
  options: PipelineOptions<Ctx>,
  { visible, args, request }: Call<Ctx>,
  action: CompiledAction<Ctx> | undefined,
  ended: Ended,
  durationMs: number,
): void {
  const { outcome, resource } = ended.conclusion;
  const call = {
    tool: visible.tool,
    action,
    args,
    outcome: ended.isCancelled ? ('aborted' as const) : outcome,
    durationMs,
    resource,
    refusedBy: ended.refusedBy,
  };
  reportCall(request.caller, call, options.observe);
}
