import type { JsonObject, QuestionResult, ToolCall } from './tool-call.ts';

const questionName = 'confirm';
const refusals: readonly unknown[] = ['decline', 'cancel'];

/** What came back for the question: `undefined` if nothing did, `malformed` if it answers no form. */
export type FormResponse = 'accepted' | 'refused' | 'malformed' | undefined;

/** Whether the client says, in this very call, that it can show a form. */
export function canAsk({ clientCapabilities }: Pick<ToolCall, 'clientCapabilities'>): boolean {
  const { elicitation } = clientCapabilities;
  if (!isObject(elicitation)) return false;
  return Object.keys(elicitation).length === 0 || 'form' in elicitation;
}

/**
 * The form that the client shows its person.
 * @param what would happen, in one sentence or more
 */
export function questionAbout(what: string, requestState: string): QuestionResult {
  const params = {
    mode: 'form',
    message: `${what} Go ahead?`,
    requestedSchema: {
      type: 'object',
      properties: {
        [questionName]: { type: 'boolean', title: 'Go ahead', description: 'Carry it out', default: true },
      },
    },
  };
  return {
    resultType: 'input_required',
    inputRequests: { [questionName]: { method: 'elicitation/create', params } },
    requestState,
  };
}

/** Accepting the form is the consent, and an unticked box takes it back. Answers to other questions are passed over. */
export function responseIn({ inputResponses }: Pick<ToolCall, 'inputResponses'>): FormResponse {
  const response = inputResponses?.[questionName];
  if (response === undefined) return undefined;
  if (!isObject(response)) return 'malformed';
  const { action, content } = response;
  if (refusals.includes(action)) return 'refused';
  if (action !== 'accept') return 'malformed';
  // A form without a value in it may be left out.
  if (content === undefined || content === null) return 'accepted';
  if (!isObject(content)) return 'malformed';
  const { [questionName]: isTicked = true } = content;
  if (typeof isTicked !== 'boolean') return 'malformed';
  return isTicked ? 'accepted' : 'refused';
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
