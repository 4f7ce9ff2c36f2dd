import { AppError } from '../errors/app-error.ts';
import type { Logger } from '../infrastructure/logger.ts';
import type { CompiledAction } from './compiled.ts';
import type { ToolContext } from './context.ts';
import type { AnyGate, Gatekeeper, GatePass, Lease, Transition } from './gate.ts';
import { type Fail, ok, outcomeOf, type Warning } from './result.ts';

/** A call in front of its gate. */
export interface GatedRun<Ctx> {
  readonly action: CompiledAction<Ctx>;
  readonly input: object;
  readonly gatekeeper: Gatekeeper;
  /** Milliseconds that the call may take in all, whatever its action says. */
  readonly callTimeoutMs: number;
}

/** The answer to a step that was made already: nothing was run, and nothing had to be. */
export const reachedAlready = ok({}, { state: { status: 'unchanged' } });

/** What an answer needs after its time is over: to be noticed, and the state to be moved. */
const leaseReserveMs = 5_000;

/**
 * Whether the call may run in the present state.
 * @param context with what was resolved
 */
export function askGate<Ctx extends ToolContext>(
  { action, input, gatekeeper }: GatedRun<Ctx>,
  gate: AnyGate,
  context: Ctx,
): Promise<GatePass | Fail> {
  return gatekeeper.check(gate, {
    caller: context.caller,
    tool: action.tool,
    action: action.name,
    isIdempotent: action.annotations.idempotentHint,
    input,
    context,
  });
}

/** Takes the state until some time after the call has to be over. */
export function takeLease<Ctx>(
  { action, callTimeoutMs }: GatedRun<Ctx>,
  pass: GatePass,
): Promise<Lease | Fail> {
  const timeoutMs = Math.min(action.definition.timeoutMs ?? callTimeoutMs, callTimeoutMs);
  return pass.acquire(timeoutMs + leaseReserveMs);
}

/**
 * Does the work under its lease; what fails in it leaves the state free and where it was.
 * @throws whatever the work throws
 */
export async function underLease<T>(lease: Lease, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await lease.release();
    throw error;
  }
}

/** What became of the state. */
export interface Settled {
  readonly transition?: Transition | undefined;
  readonly warnings?: readonly Warning[];
}

/**
 * Moves the state on after a success, and frees it after anything else. What was done is done, also if its
 * step could not be recorded: an error would lose the answer and have the action repeated.
 * @param answer as it will leave
 */
export async function settleLease(lease: Lease, answer: unknown, log: Logger): Promise<Settled> {
  if (outcomeOf(answer) !== 'ok') {
    await lease.release();
    return {};
  }
  try {
    return { transition: await lease.commit() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, 'a gated action was done and its step was not recorded');
    return { warnings: [{ code: 'STATE_NOT_RECORDED', path: 'state', message: error.message }] };
  }
}

/** Frees the state when the work ends that nobody waits for any more. Until then it may still change something. */
export function releaseAfter(work: Promise<{ readonly lease?: Lease | undefined }>): void {
  work.then(
    ({ lease }) => lease?.release(),
    () => undefined,
  );
}
