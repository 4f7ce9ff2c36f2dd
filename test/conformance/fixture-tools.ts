import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext, JsonObject } from '../../src/mcp/catalogue.ts';
import { pngBase64, wavBase64 } from './fixture-media.ts';

export interface FixtureTool {
  readonly description: string;
  readonly inputSchema?: JsonObject;
  call(args: JsonObject, context: CallContext): Promise<JsonObject> | JsonObject;
}

const pauseMs = 50;

export function text(value: string): JsonObject {
  return { type: 'text', text: value };
}

export function answer(...content: readonly JsonObject[]): JsonObject {
  return { content };
}

/** What a stateless server says where the 2025 era would have it ask the client in the middle of a call. */
function cannotAsk(): JsonObject {
  return {
    isError: true,
    content: [text('This needs a bidirectional session, which a stateless server does not have.')],
  };
}

function logging(count: number): FixtureTool['call'] {
  return async (_args, { notify }) => {
    const lines = ['Tool execution started', 'Tool processing data', 'Tool execution completed'];
    for (const data of lines.slice(0, count)) {
      notify('notifications/message', { level: 'info', data });
      await sleep(pauseMs);
    }
    return answer(text('The tool has logged.'));
  };
}

const schema2020: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

/** The tools that the suite names, without the ones that answer a question with a question. */
export const plainTools: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: {
    description: 'Answers one text.',
    call: () => answer(text('This is a simple text response for testing.')),
  },
  test_image_content: {
    description: 'Answers one image.',
    call: () => answer({ type: 'image', data: pngBase64, mimeType: 'image/png' }),
  },
  test_audio_content: {
    description: 'Answers one sound.',
    call: () => answer({ type: 'audio', data: wavBase64, mimeType: 'audio/wav' }),
  },
  test_embedded_resource: {
    description: 'Answers one embedded resource.',
    call: () =>
      answer({
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      }),
  },
  test_multiple_content_types: {
    description: 'Answers text, an image and a resource.',
    call: () =>
      answer(
        text('Multiple content types test:'),
        { type: 'image', data: pngBase64, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: JSON.stringify({ test: 'data', value: 123 }),
          },
        },
      ),
  },
  test_tool_with_logging: { description: 'Logs three lines while it works.', call: logging(3) },
  test_logging_tool: { description: 'Logs one line, if the request asked for it.', call: logging(1) },
  test_error_handling: {
    description: 'Always fails.',
    call: () => ({ isError: true, content: [text('This tool intentionally returns an error for testing')] }),
  },
  test_tool_with_progress: {
    description: 'Reports its progress three times.',
    async call(_args, { progress }) {
      for (const done of [0, 50, 100]) {
        progress({ progress: done, total: 100 });
        await sleep(pauseMs);
      }
      return answer(text('The work is done.'));
    },
  },
  test_sampling: { description: 'Would ask the client for a completion.', call: cannotAsk },
  test_elicitation: { description: 'Would ask the person.', call: cannotAsk },
  test_elicitation_sep1034_defaults: { description: 'Would ask the person, with defaults.', call: cannotAsk },
  test_elicitation_sep1330_enums: { description: 'Would ask the person, with choices.', call: cannotAsk },
  test_trigger_tool_change: {
    description: 'Says that the list of tools has changed.',
    call: (_args, context) => {
      context.toolsChanged();
      return answer(text('The listeners have been told.'));
    },
  },
  test_reconnection: {
    description: 'Would close its stream and go on.',
    call: () => answer(text('Reconnected.')),
  },
  json_schema_2020_12_tool: {
    description: 'Tool with JSON Schema 2020-12 features',
    inputSchema: schema2020,
    call: () => answer(text('The schema was kept.')),
  },
};
