import type { Action, Plan } from './action.ts';
import type { Annotations } from './annotations.ts';
import type { CompiledAction } from './compiled.ts';
import type { ConsentFault, ConsentSubject, Consents, TakeConsent } from './consent.ts';
import { canAsk, questionAbout, responseIn } from './elicitation.ts';
import type { WireControl } from './envelope.ts';
import { type Control, control, type Fail, fail, type ResourceRef } from './result.ts';
import type { QuestionResult, RefusedRetry, ToolCall } from './tool-call.ts';

/** Parameters that say how a call is made, and not what it does. */
export const callParameters = { dryRun: 'dry_run', confirmToken: 'confirm_token', verify: 'verify' } as const;

const manner: ReadonlySet<string> = new Set(Object.values(callParameters));

/** An answer before the deed: what would happen, and how to go on. */
export interface Preview {
  readonly changes: Plan['changes'] | undefined;
  readonly resource: ResourceRef | undefined;
  readonly control: WireControl;
}

/** A call that ends before it runs anything. */
export interface Rehearsed {
  readonly answer: unknown;
  /** The step that refused it. */
  readonly refusedBy?: string;
  /** What would happen; `answer` only says that nothing did. */
  readonly preview?: Preview;
  /** The person is asked, or the protocol refuses what was sent back; it takes the place of `answer`. */
  readonly instead?: QuestionResult | RefusedRetry;
}

/** A person has agreed to the call; their consent is taken when the call is about to run. */
export interface Agreed {
  /** @returns how the call ends where the consent was used before */
  take(): Promise<Rehearsed | undefined>;
}

function held(answer: Fail | Control, rest: Pick<Rehearsed, 'preview' | 'instead'> = {}): Rehearsed {
  return { answer, refusedBy: 'confirmation', ...rest };
}

/** One call that needs the consent of a person. */
export interface ConsentRequest<Ctx> {
  readonly action: CompiledAction<Ctx>;
  readonly input: object;
  readonly request: ToolCall;
  /** Absent for an action that can say nothing before it runs. */
  readonly plan: Plan | undefined;
}

/** Whether some call of the action has to be confirmed. */
export function isConfirmable(
  { confirm }: Pick<Action<never>, 'confirm'>,
  { destructiveHint }: Annotations,
): boolean {
  return (
    typeof confirm === 'function' || confirm === 'always' || (confirm === 'destructive' && destructiveHint)
  );
}

/** Whether this call has to be confirmed; a function of the definition decides by the arguments. */
export function needsConsent<Ctx>({ definition, annotations }: CompiledAction<Ctx>, input: object): boolean {
  const { confirm } = definition;
  if (typeof confirm === 'function') return (confirm as (input: object) => boolean)(input);
  return isConfirmable(definition, annotations);
}

/** Whether a person's answer comes with the call, whatever it is worth. */
export function bringsConsent(input: object, request: ToolCall): boolean {
  return (
    tokenIn(input) !== undefined || (request.requestState !== undefined && responseIn(request) !== undefined)
  );
}

function tokenIn(input: object): string | undefined {
  return (input as { readonly [callParameters.confirmToken]?: string })[callParameters.confirmToken];
}

/**
 * Asks the client to ask the person where it can, and otherwise hands out a token for a second call. A consent
 * is not taken here: what is refused after this, as by a busy state, would have to be confirmed again.
 */
export async function confirm<Ctx>(
  consents: Consents,
  asked: ConsentRequest<Ctx>,
): Promise<Rehearsed | Agreed> {
  const { action, input, request, plan } = asked;
  const subject: Omit<ConsentSubject, 'way'> = {
    caller: request.caller,
    tool: action.tool,
    action: action.name,
    args: withoutManner(input),
    shown: plan,
  };
  const { requestState } = request;
  if (requestState !== undefined) return answered(consents, subject, requestState, asked);
  const token = tokenIn(input);
  if (token !== undefined) {
    return agreedBy(await consents.judge(token, Object.assign({ way: 'handed' as const }, subject)), plan);
  }
  return ask(consents, subject, asked);
}

function ask<Ctx>(
  consents: Consents,
  subject: Omit<ConsentSubject, 'way'>,
  asked: ConsentRequest<Ctx>,
): Promise<Rehearsed> {
  return canAsk(asked.request)
    ? question(consents, Object.assign({ way: 'asked' as const }, subject), asked)
    : preview(consents, Object.assign({ way: 'handed' as const }, subject), asked);
}

const notExecuted = control({ message: 'Nothing was executed.' });
/** The answer to a state that this service did not make for this account. */
export const refusedState = held(notExecuted, {
  instead: { resultType: 'retry_refused', fault: 'requestState' },
});
const refusedResponse = held(notExecuted, {
  instead: { resultType: 'retry_refused', fault: 'inputResponses' },
});

async function answered<Ctx>(
  consents: Consents,
  subject: Omit<ConsentSubject, 'way'>,
  requestState: string,
  asked: ConsentRequest<Ctx>,
): Promise<Rehearsed | Agreed> {
  const response = responseIn(asked.request);
  if (response === undefined) return ask(consents, subject, asked);
  if (response === 'malformed') return refusedResponse;
  const judged = await consents.judge(requestState, Object.assign({ way: 'asked' as const }, subject));
  const agreed = agreedBy(judged, asked.plan);
  if (response === 'accepted' || !isAgreed(agreed)) return agreed;
  // A question that was declined is not accepted later.
  const declined = control({ cancelled: true, message: 'The person declined; nothing was executed.' });
  return (await agreed.take()) ?? held(declined);
}

function agreedBy(judged: ConsentFault | TakeConsent, plan: Plan | undefined): Rehearsed | Agreed {
  if (typeof judged === 'string') return held(conflict(judged, plan));
  return {
    async take() {
      const fault = await judged();
      return fault === undefined ? undefined : held(conflict(fault, plan));
    },
  };
}

export function isAgreed(confirmed: Rehearsed | Agreed): confirmed is Agreed {
  return 'take' in confirmed;
}

async function question<Ctx>(
  consents: Consents,
  subject: ConsentSubject,
  asked: ConsentRequest<Ctx>,
): Promise<Rehearsed> {
  const { sealed } = await consents.offer(subject);
  return held(notExecuted, { instead: questionAbout(sentenceOf(asked), sealed) });
}

async function preview<Ctx>(
  consents: Consents,
  subject: ConsentSubject,
  asked: ConsentRequest<Ctx>,
): Promise<Rehearsed> {
  const { sealed, expiresAtMs } = await consents.offer(subject);
  return held(notExecuted, {
    preview: {
      changes: asked.plan?.changes,
      resource: asked.plan?.resource,
      control: {
        confirmation_required: true,
        confirm_token: sealed,
        expires_at: new Date(expiresAtMs).toISOString(),
        message: `${sentenceOf(asked)} Nothing was executed yet. Show this to the person; with their consent, repeat the call with the same arguments and confirm_token.`,
      },
    },
  });
}

function sentenceOf<Ctx>({ action, plan, request }: ConsentRequest<Ctx>): string {
  const what = (plan?.summary ?? action.definition.summary).trim();
  const where = `${request.caller.tenant.platformName} (${request.caller.tenant.host})`;
  return `${/[.!?]$/.test(what) ? what : `${what}.`} Account: ${where}.`;
}

const reasons: Readonly<Record<ConsentFault, string>> = {
  altered: 'The confirm_token was not given out by this service for this account.',
  foreign: 'The confirmation was given to somebody else.',
  other_call: 'The confirmation belongs to another call: tool, action or arguments differ.',
  other_version: 'What would be changed has changed since the confirmation.',
  expired: 'The confirmation has expired.',
  used: 'The confirmation was used already.',
};

function conflict(fault: ConsentFault, plan: Plan | undefined): Fail {
  return fail(
    'CONFLICT',
    `${reasons[fault]} Nothing was executed. Repeat the call without the confirmation to get a new one.`,
    {
      details: {
        reason: `confirmation_${fault}`,
        ...(fault === 'other_version' && { current_version: plan?.version }),
      },
    },
  );
}

/** The arguments of the deed itself. */
function withoutManner(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !manner.has(name)));
}
