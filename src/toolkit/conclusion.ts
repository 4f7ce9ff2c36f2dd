import type { CallOutcome } from '../infrastructure/metrics.ts';
import type { Tenant } from '../tenant/tenant.ts';
import { completedState, inNamesOf, pagingOf } from './call-state.ts';
import type { CompiledAction } from './compiled.ts';
import type { Preview } from './confirmation.ts';
import { checkData } from './data-check.ts';
import {
  controlEnvelope,
  controlOf,
  type Envelope,
  faultOfSurroundings,
  okEnvelope,
  previewEnvelope,
} from './envelope.ts';
import type { Executed } from './execution.ts';
import { reachedAlready } from './gate-steps.ts';
import { presentAnswer } from './presenter.ts';
import { type Control, type Fail, fail, isFail, type Ok, outcomeOf, type ResourceRef } from './result.ts';
import { answerBytesMax, type FittedAnswer, fitAnswer } from './size-budget.ts';
import type { Surface } from './surface.ts';
import type { JsonObject, ToolCall, ToolResult } from './tool-call.ts';
import { errorText, internalFail } from './tool-error.ts';

/** What a call answers, with what the audit line says about it. */
export interface Conclusion {
  readonly outcome: CallOutcome;
  readonly result: ToolResult;
  readonly resource?: ResourceRef | undefined;
}

/** Turns what a handler returned into what may leave: checked, counted, cut, in the envelope. */
export function conclude<Ctx>(
  action: CompiledAction<Ctx>,
  surface: Surface<Ctx>,
  input: object,
  call: ToolCall,
  executed: Executed,
): Conclusion {
  const { answer } = executed;
  const failed = (failure: Fail) => concludeFail(action, surface, call, failure);
  switch (outcomeOf(answer)) {
    case 'fail':
      return failed(answer as Fail);
    case 'control': {
      if (executed.instead !== undefined) return { outcome: 'control', result: executed.instead };
      if (executed.preview !== undefined)
        return concludePreview(action, call, executed.preview) ?? failed(tooLarge(action, ceilingOf(call)));
      const envelope = controlEnvelope(call.caller.tenant, controlOf(answer as Control));
      return { outcome: 'control', result: resultOf(envelope, JSON.stringify(envelope)) };
    }
    case 'ok': {
      if (answer === reachedAlready) return concludeReached(call.caller.tenant);
      const fitted = fittedAnswer(action, surface, input, call, executed);
      if (isFail(fitted)) return failed(fitted);
      return {
        outcome: 'ok',
        result: resultOf(fitted.envelope, fitted.text),
        resource: fitted.envelope.resource,
      };
    }
    default:
      return failed(internalFail(call.caller.log, 'the handler returned no result'));
  }
}

/** Why what a handler calls a success cannot leave as one; `undefined` where it can, or where it is none. */
export function faultOfSuccess<Ctx>(
  action: CompiledAction<Ctx>,
  surface: Surface<Ctx>,
  input: object,
  call: ToolCall,
  executed: Executed,
): Fail | undefined {
  if (outcomeOf(executed.answer) !== 'ok') return undefined;
  const fitted = fittedAnswer(action, surface, input, call, executed);
  return isFail(fitted) ? fitted : undefined;
}

/** An error result: text only, since some clients validate structured content even of an error. */
export function concludeFail<Ctx>(
  action: CompiledAction<Ctx> | undefined,
  surface: Surface<Ctx>,
  call: ToolCall,
  failure: Fail,
): Conclusion {
  const recoveries = [action?.definition.recovery, action?.toolRecovery].filter(
    (known) => known !== undefined,
  );
  const text = errorText(failure, { requestId: call.caller.requestId, recoveries, offered: surface.offered });
  return { outcome: failure.code, result: { content: [{ type: 'text', text }], isError: true } };
}

/** Whether an answer could propose calls, so that it matters which of them the caller could make now. */
export function mayOffer<Ctx>(action: CompiledAction<Ctx> | undefined, answer: unknown): boolean {
  switch (outcomeOf(answer)) {
    case 'ok':
      return action?.presenter.suggest !== undefined || (answer as Ok<object>).state.next !== undefined;
    case 'fail': {
      const { code, options } = answer as Fail;
      return (
        (options.availableActions ?? action?.definition.recovery[code] ?? action?.toolRecovery[code]) !==
        undefined
      );
    }
    default:
      return false;
  }
}

/** The answer to a write in read-only mode: nothing was done, and that is no error. */
export function concludeReadOnly(tenant: Tenant, action: string): Conclusion {
  const envelope = controlEnvelope(tenant, {
    read_only: true,
    rejected: action,
    message: `This connection only reads; ${action} was not executed.`,
  });
  return { outcome: 'control', result: resultOf(envelope, JSON.stringify(envelope)) };
}

/** Bytes that this client may be answered. */
function ceilingOf({ answerBytesMax: own = answerBytesMax }: ToolCall): number {
  return Math.min(own, answerBytesMax);
}

/**
 * What would happen, and nothing that happened: the plan as the only data, cleaned like an answer, and a
 * state only where some of it had to be left out.
 * @returns `undefined` if it cannot be made to fit
 */
function concludePreview<Ctx>(
  action: CompiledAction<Ctx>,
  call: ToolCall,
  { changes, resource, control: said }: Preview,
): Conclusion | undefined {
  const data = changes === undefined ? {} : { plan: action.presenter.redaction.reading(changes) };
  const envelope = previewEnvelope(call.caller.tenant, { data, resource, control: said });
  const fitted = fitAnswer(envelope, ceilingOf(call));
  return fitted && { outcome: 'control', result: resultOf(fitted.envelope, fitted.text), resource };
}

/** The answer to a step that was already made: nothing was run, so nothing of the action's own can be told. */
function concludeReached(tenant: Tenant): Conclusion {
  const answer = { data: {}, resource: undefined, state: { status: 'unchanged' as const } };
  const envelope = okEnvelope(tenant, answer, { isWrite: true, paging: undefined });
  return { outcome: 'ok', result: resultOf(envelope, JSON.stringify(envelope)) };
}

/** A success as it leaves. */
function fittedAnswer<Ctx>(
  action: CompiledAction<Ctx>,
  surface: Surface<Ctx>,
  input: object,
  call: ToolCall,
  executed: Executed,
): FittedAnswer | Fail {
  const envelope = checkedEnvelope(action, surface, input, call, executed);
  if (isFail(envelope)) return envelope;
  const bytesMax = ceilingOf(call);
  const fitted = fitAnswer(envelope, bytesMax);
  if (fitted !== undefined) return fitted;
  const tooMuch = tooLarge(action, bytesMax);
  if (action.definition.verb === 'query') return tooMuch;
  const message = `${tooMuch.message} The call was made all the same: read what it changed, and do not repeat it.`;
  return fail('RESULT_TOO_LARGE', message, { details: { state_unknown: true } });
}

function checkedEnvelope<Ctx>(
  action: CompiledAction<Ctx>,
  surface: Surface<Ctx>,
  input: object,
  call: ToolCall,
  executed: Executed,
): Envelope | Fail {
  const answer = executed.answer as Ok<object>;
  const { tenant, log } = call.caller;
  const isWrite = action.definition.verb !== 'query';
  const { verified } = executed;
  const checked = checkData(
    action,
    verified === undefined ? answer.data : Object.assign({}, answer.data, verified),
  );
  if (!checked.ok) {
    if (!checked.isForeign) return internalFail(log, 'data does not fit its schema', checked.path);
    log.error({ path: checked.path, tool: action.tool }, 'modyo answered in an unknown shape');
    return fail('UPSTREAM_ERROR', 'Modyo answered in a form that this tool does not know.', {
      details: { reason: 'unexpected_shape', ...(isWrite && { state_unknown: true }) },
    });
  }
  const said = completedState(action, surface, answer.state, executed);
  const { data, state: presented } = presentAnswer(
    action.presenter,
    { data: checked.data, state: said },
    { input, canSee: surface.canSee, log },
  );
  const state = inNamesOf(surface, presented);
  if (action.definition.filters.length > 0 && state.searched === undefined) {
    return internalFail(log, 'a list with filters did not say how much it searched');
  }
  const envelope = okEnvelope(
    tenant,
    { data, resource: answer.resource, state },
    { isWrite, paging: pagingOf(action, input) },
  );
  const fault = faultOfSurroundings(envelope);
  return fault === undefined ? envelope : internalFail(log, 'the envelope does not fit its schema', fault);
}

function tooLarge<Ctx>(action: CompiledAction<Ctx>, bytesMax: number): Fail {
  const chooses = action.presenter.fields?.parameter;
  const narrowing = [
    ...(action.definition.paginate ? ['per_page'] : []),
    ...(chooses === undefined ? [] : [chooses]),
    ...action.definition.filters,
  ];
  const hint = narrowing.length === 0 ? 'Ask for less.' : `Narrow it with: ${narrowing.join(', ')}.`;
  return fail('RESULT_TOO_LARGE', `The answer is larger than ${bytesMax} bytes. ${hint}`);
}

/** `data` has been through a schema that admits JSON only, which TypeScript cannot see. */
function resultOf(envelope: Envelope, text: string): ToolResult {
  return { content: [{ type: 'text', text }], structuredContent: envelope as unknown as JsonObject };
}
