import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallContext, JsonObject } from '../../src/mcp/catalogue.ts';
import { isJsonObject } from '../../src/mcp/json-object.ts';
import { ProtocolFault, rpcCode } from '../../src/mcp/protocol-fault.ts';
import { answer, type FixtureTool, text } from './fixture-tools.ts';

const stateKey = 'a key of the test alone';

function sealState(step: string): string {
  return `${step}.${createHmac('sha256', stateKey).update(step).digest('hex')}`;
}

/** The step that a state names; a state that we did not make is a fault of the request. */
function openState(state: string): string {
  const step = state.split('.')[0] ?? '';
  const given = Buffer.from(state);
  const expected = Buffer.from(sealState(step));
  if (given.length === expected.length && timingSafeEqual(given, expected)) return step;
  throw new ProtocolFault('Invalid params: requestState was changed.', { code: rpcCode.invalidParams });
}

function ask(inputRequests: JsonObject, requestState?: string): JsonObject {
  return { resultType: 'input_required', inputRequests, ...(requestState !== undefined && { requestState }) };
}

function question(message: string, property: string, type = 'string'): JsonObject {
  return {
    method: 'elicitation/create',
    params: {
      message,
      requestedSchema: { type: 'object', properties: { [property]: { type } }, required: [property] },
    },
  };
}

function sampling(prompt: string, maxTokens: number): JsonObject {
  return {
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: text(prompt) }], maxTokens },
  };
}

const roots: JsonObject = { method: 'roots/list', params: {} };

/** The content of an accepted answer under `key`, or `undefined`. */
function acceptedContent(context: CallContext, key: string): JsonObject | undefined {
  const response = context.inputResponses?.[key];
  const content = isJsonObject(response) ? response['content'] : undefined;
  return isJsonObject(content) ? content : undefined;
}

function hasAnswers(context: CallContext, keys: readonly string[]): boolean {
  return keys.every((key) => isJsonObject(context.inputResponses?.[key]));
}

function askOnce(
  key: string,
  request: JsonObject,
  done: (context: CallContext) => string,
): FixtureTool['call'] {
  return (_args, context) =>
    hasAnswers(context, [key]) ? answer(text(done(context))) : ask({ [key]: request });
}

const confirmation = { confirm: question('Please confirm', 'ok', 'boolean') };

function confirmWithState(_args: JsonObject, context: CallContext): JsonObject {
  if (context.requestState === undefined) return ask(confirmation, sealState('confirm'));
  openState(context.requestState);
  return hasAnswers(context, ['confirm'])
    ? answer(text('state-ok'))
    : ask(confirmation, sealState('confirm'));
}

function multiRound(_args: JsonObject, context: CallContext): JsonObject {
  const step = context.requestState === undefined ? 'none' : openState(context.requestState);
  if (step === 'second' && hasAnswers(context, ['step2'])) return answer(text('Both steps are done.'));
  if (step === 'first' && hasAnswers(context, ['step1'])) {
    return ask({ step2: question('Step 2: What is your favorite color?', 'color') }, sealState('second'));
  }
  return ask({ step1: question('Step 1: What is your name?', 'name') }, sealState('first'));
}

const allInputs = {
  user_name: question('What is your name?', 'name'),
  greeting: sampling('Generate a greeting', 50),
  client_roots: roots,
};

function multipleInputs(_args: JsonObject, context: CallContext): JsonObject {
  if (context.requestState !== undefined) openState(context.requestState);
  return hasAnswers(context, Object.keys(allInputs))
    ? answer(text('All inputs have arrived.'))
    : ask(allInputs, sealState('inputs'));
}

/** Asks only for what the client can do. */
function byCapability(_args: JsonObject, { clientCapabilities }: CallContext): JsonObject {
  const requests = {
    ...(clientCapabilities['elicitation'] !== undefined && {
      user_name: question('What is your name?', 'name'),
    }),
    ...(clientCapabilities['sampling'] !== undefined && { greeting: sampling('Generate a greeting', 50) }),
    ...(clientCapabilities['roots'] !== undefined && { client_roots: roots }),
  };
  return Object.keys(requests).length === 0 ? answer(text('The client can do none of it.')) : ask(requests);
}

export const askingTools: Readonly<Record<string, FixtureTool>> = {
  test_missing_capability: {
    description: 'Asks for a sampling, whatever the client declared.',
    call: () => ask({ sample: sampling('Say something', 10) }),
  },
  test_streaming_elicitation: {
    description: 'Reports progress and then asks the person.',
    call: (_args, { progress }) => {
      progress({ progress: 1, total: 2 });
      return ask({ user_name: question('What is your name?', 'name') });
    },
  },
  test_input_required_result_elicitation: {
    description: 'Asks for a name.',
    call: (_args, context) => {
      const name = acceptedContent(context, 'user_name')?.['name'];
      return typeof name === 'string'
        ? answer(text(`Hello, ${name}!`))
        : ask({ user_name: question('What is your name?', 'name') });
    },
  },
  test_input_required_result_sampling: {
    description: 'Asks the model of the client.',
    call: askOnce('capital_question', sampling('What is the capital of France?', 100), ({ inputResponses }) =>
      JSON.stringify(inputResponses?.['capital_question']),
    ),
  },
  test_input_required_result_list_roots: {
    description: 'Asks for the roots of the client.',
    call: askOnce('client_roots', roots, ({ inputResponses }) =>
      JSON.stringify(inputResponses?.['client_roots']),
    ),
  },
  test_input_required_result_request_state: {
    description: 'Keeps its place in a state.',
    call: confirmWithState,
  },
  test_input_required_result_tampered_state: {
    description: 'Refuses a changed state.',
    call: confirmWithState,
  },
  test_input_required_result_multiple_inputs: {
    description: 'Asks three things at once.',
    call: multipleInputs,
  },
  test_input_required_result_multi_round: { description: 'Asks twice.', call: multiRound },
  test_input_required_result_capabilities: {
    description: 'Asks for what the client can do.',
    call: byCapability,
  },
};

/** A prompt that first asks the person. */
export function askingPrompt(context: CallContext): JsonObject {
  const given = acceptedContent(context, 'user_context')?.['context'];
  return typeof given === 'string'
    ? { messages: [{ role: 'user', content: text(`Context: ${given}`) }] }
    : ask({ user_context: question('What context should the prompt use?', 'context') });
}
