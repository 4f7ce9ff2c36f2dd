import type { Snapshot } from './action.ts';
import { changesBetween } from './comparison.ts';
import { type Agreed, isAgreed, type Rehearsed } from './confirmation.ts';
import type { CallFacts, ToolContext } from './context.ts';
import { CallEnded, type Deadline } from './deadline.ts';
import type { AnyDerivation } from './derivation.ts';
import type { Lease } from './gate.ts';
import { askGate, type GatedRun, reachedAlready, releaseAfter, takeLease, underLease } from './gate-steps.ts';
import { before, type Rehearsal, rehearsed, rehearses } from './rehearsal.ts';
import { type Fail, isFail, type Ok, outcomeOf, type ResourceRef, type Warning } from './result.ts';

/** Differences that one verified write lists. */
const changesMax = 200;

/** A call whose arguments are valid. */
export interface Execution<Ctx> extends GatedRun<Ctx>, Rehearsal<Ctx> {
  readonly facts: CallFacts;
  readonly context: Ctx;
  readonly deadline: Deadline;
  /** Answers a read from what is remembered, or has it run. */
  readonly remembered?: ((run: () => Promise<unknown>) => Promise<unknown>) | undefined;
}

/** What came of it; `answer` is whatever the handler returned, checked by nobody yet. */
export interface Executed extends Rehearsed {
  /** Keys for `data`: what was before, what is after, and the difference. */
  readonly verified?: object;
  readonly warnings?: readonly Warning[];
  /** Of the state that it moves, still held, for whoever knows whether the answer leaves as a success. */
  readonly lease?: Lease | undefined;
}

/**
 * Runs a call, with a second reading where it was asked for.
 * @throws {CallEnded} and whatever a step throws
 */
export async function execute<Ctx extends ToolContext>(run: Execution<Ctx>): Promise<Executed> {
  const reached = await inTime(run, reach(run));
  const { answer, lease, toVerify } = reached;
  if (toVerify === undefined || outcomeOf(answer) !== 'ok') return reached;
  const { context, before } = toVerify;
  const { verified, warning } = await verify(run, context, before, (answer as Ok<object>).resource);
  return { answer, lease, verified, warnings: warning === undefined ? [] : [warning] };
}

/** What was reached in time; what comes later gives its state back. */
async function inTime<Ctx>(run: Execution<Ctx>, reaching: Promise<Reached<Ctx>>): Promise<Reached<Ctx>> {
  try {
    return await run.deadline.race(reaching);
  } catch (error) {
    if (run.action.definition.gate !== undefined) releaseAfter(reaching);
    throw error;
  }
}

interface Reached<Ctx> extends Executed {
  /** Present if the call asked for a second reading. */
  readonly toVerify?: { readonly context: Ctx; readonly before: Snapshot | undefined };
}

/**
 * The order of a call, after its arguments and before its answer: resolve, gate, derive, dry run,
 * confirm, lease, snapshot, take the consent, run; then, in `execute`, the second snapshot. Resolving comes
 * first because the key of a gate is the resolved entity, two spellings of one page being one page; a gate
 * before the middlewares, so that nothing is derived for a call that cannot run; confirming after both, so
 * that nobody confirms what would be refused; the consent is taken last, so that what is refused on the way
 * there can come again with it.
 */
async function reach<Ctx extends ToolContext>(run: Execution<Ctx>): Promise<Reached<Ctx>> {
  const { definition } = run.action;
  const resolved = await derive(run, run.context, definition.resolve);
  if ('refusedBy' in resolved) return { answer: resolved.fail, refusedBy: resolved.refusedBy };
  const pass =
    definition.gate === undefined ? undefined : await askGate(run, definition.gate, resolved.context);
  if (isFail(pass)) return { answer: pass, refusedBy: 'gate' };
  if (pass?.isReached) return rehearses(run.input) ? rehearsedAlready(run) : { answer: reachedAlready };
  const derived = await derive(run, resolved.context, run.action.middlewares);
  if ('refusedBy' in derived) return { answer: derived.fail, refusedBy: derived.refusedBy };
  const { context } = derived;

  const held = await before(run, context);
  if (held !== undefined && !isAgreed(held)) return held;
  if (pass === undefined) return perform(run, context, held);
  const lease = await takeLease(run, pass);
  if (isFail(lease)) return { answer: lease, refusedBy: 'gate' };
  return underLease(lease, async () => Object.assign({ lease }, await perform(run, context, held)));
}

/** A dry run of a step that was made already. */
function rehearsedAlready<Ctx>({ action }: Execution<Ctx>): Rehearsed {
  return rehearsed(
    { summary: 'The state is reached already; nothing would change', changes: {} },
    action.name,
  );
}

/** Snapshot and run. */
async function perform<Ctx extends ToolContext>(
  run: Execution<Ctx>,
  context: Ctx,
  agreed: Agreed | undefined,
): Promise<Reached<Ctx>> {
  const { definition } = run.action;
  const isVerified = definition.snapshot !== undefined && 'verify' in run.input && run.input.verify === true;
  const before = isVerified ? await takeSnapshot(run, context, undefined) : undefined;
  const handler = definition.run as (input: object, ctx: Ctx) => unknown;
  const work = async () => handler(run.input, context);
  const refusal = agreed && (await agreed.take());
  if (refusal !== undefined) return refusal;
  run.deadline.begin();
  const answer = await (run.remembered?.(work) ?? work());
  return isVerified ? { answer, toVerify: { context, before } } : { answer };
}

type Prepared<Ctx> = { readonly context: Ctx } | { readonly refusedBy: string; readonly fail: Fail };

/** Runs the steps in order, each on a new frozen context. */
async function derive<Ctx extends ToolContext>(
  run: Execution<Ctx>,
  base: Ctx,
  steps: readonly AnyDerivation[],
): Promise<Prepared<Ctx>> {
  let context = base;
  for (const step of steps) {
    // The chain was checked where it was defined; here its types are erased.
    const derivation = step.derive as (ctx: Ctx, input: object, facts: CallFacts) => Promise<object> | object;
    const added = await derivation(context, run.input, run.facts);
    if (isFail(added)) return { refusedBy: step.name, fail: added };
    // A step that meant to end the call, by `control` or by a word, must not be taken for one that lets it pass.
    if (typeof added !== 'object' || added === null || outcomeOf(added) !== undefined)
      throw new Error(`${step.name} answered neither keys for the context nor a Fail`);
    const taken = Object.keys(added).find((key) => key in context);
    if (taken !== undefined) throw new Error(`${step.name} would replace ${taken} in the context`);
    context = Object.freeze(Object.assign({}, context, added));
  }
  return { context };
}

async function takeSnapshot<Ctx>(
  run: Execution<Ctx>,
  context: Ctx,
  resource: ResourceRef | undefined,
): Promise<Snapshot | undefined> {
  const snapshot = run.action.definition.snapshot as
    | ((input: object, ctx: Ctx, resource: ResourceRef | undefined) => Snapshot | undefined)
    | undefined;
  return snapshot?.(run.input, context, resource);
}

/**
 * The write is done: a second reading that fails is a warning, never an error. Neither is it taken for one
 * that found no difference.
 */
async function verify<Ctx extends ToolContext>(
  run: Execution<Ctx>,
  context: Ctx,
  before: Snapshot | undefined,
  resource: ResourceRef | undefined,
): Promise<{ readonly verified: object; readonly warning?: Warning }> {
  const known = before === undefined ? {} : { before };
  const unread = { verified: known, warning: { code: 'VERIFY_FAILED', path: 'data.after' } };
  try {
    const after = await run.deadline.race(takeSnapshot(run, context, resource));
    if (before === undefined && after === undefined) return unread;
    const changes = changesBetween(before ?? {}, after ?? {});
    const changed = changes.slice(0, changesMax);
    return {
      verified: { ...known, ...(after !== undefined && { after }), changed },
      ...(changed.length < changes.length && { warning: changesCut(changes.length) }),
    };
  } catch (error) {
    if (!(error instanceof CallEnded)) {
      context.log.warn(
        { err: error, action: run.facts.action },
        'the second reading of a verified write failed',
      );
    }
    return unread;
  }
}

function changesCut(total: number): Warning {
  return {
    code: 'CHANGES_CUT',
    path: 'data.changed',
    message: `Only the first ${changesMax} of ${total} changes are listed; before and after have all.`,
  };
}
