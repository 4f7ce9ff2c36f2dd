import type { Plan } from './action.ts';
import type { CompiledAction } from './compiled.ts';
import {
  type Agreed,
  bringsConsent,
  callParameters,
  confirm,
  needsConsent,
  type Rehearsed,
  refusedState,
} from './confirmation.ts';
import type { Consents } from './consent.ts';
import type { ToolContext } from './context.ts';
import { control, type Fail, isFail } from './result.ts';
import type { ToolCall } from './tool-call.ts';

/** A call that could run. */
export interface Rehearsal<Ctx> {
  readonly action: CompiledAction<Ctx>;
  readonly input: object;
  readonly request: ToolCall;
  readonly consents: Consents;
}

/**
 * What comes between a call that could run and its run: a dry run ends here with its plan, and what a person
 * has to confirm ends here until they have. A state that this service did not make ends any call here.
 * @returns `undefined` when the call goes on, or with what consent it does
 */
export async function before<Ctx extends ToolContext>(
  run: Rehearsal<Ctx>,
  context: Ctx,
): Promise<Rehearsed | Agreed | undefined> {
  const { action, input, request, consents } = run;
  const { requestState, caller } = request;
  if (requestState !== undefined && !(await consents.recognizes(requestState, caller))) return refusedState;
  const isDryRun = rehearses(input);
  const brings = bringsConsent(input, request);
  if (!isDryRun && !brings && !needsConsent(action, input)) return undefined;
  const plan = await planOf(run, context);
  if (isFail(plan)) return { answer: plan, refusedBy: 'plan' };
  if (isDryRun && plan !== undefined) return rehearsed(plan, action.name);
  // A consent that is sent is judged even where none is needed any more: a used one is not passed over.
  if (!brings && plan?.isHarmless === true && action.definition.confirm !== 'always') return undefined;
  return confirm(consents, { action, input, request, plan });
}

/** Whether the call only asks what would happen. */
export function rehearses(input: object): boolean {
  return (input as { readonly dry_run?: boolean })[callParameters.dryRun] === true;
}

/** The end of a dry run. */
export function rehearsed(plan: Plan, action: string): Rehearsed {
  const summary = plan.summary === undefined ? '' : `${plan.summary.replace(/[.]?$/, '.')} `;
  const message = `${summary}This was a dry run of ${action}: nothing was executed.`;
  return {
    answer: control({ message }),
    preview: { changes: plan.changes, resource: plan.resource, control: { dry_run: true, message } },
  };
}

async function planOf<Ctx>(
  { action, input }: Rehearsal<Ctx>,
  context: Ctx,
): Promise<Plan | Fail | undefined> {
  // The types were checked where it was defined; here they are erased.
  const plan = action.definition.plan as
    | ((input: object, ctx: Ctx) => Plan | Fail | Promise<Plan | Fail>)
    | undefined;
  return plan?.(input, context);
}
