import type {
  Catalogue,
  JsonObject,
  PromptSource,
  ResourceSource,
  ToolSource,
} from '../../src/mcp/catalogue.ts';
import { isJsonObject } from '../../src/mcp/json-object.ts';
import { pngBase64 } from './fixture-media.ts';
import { askingPrompt, askingTools } from './fixture-questions.ts';
import { type FixtureTool, plainTools, text } from './fixture-tools.ts';

const fixtureTools = new Map<string, FixtureTool>(Object.entries({ ...plainTools, ...askingTools }));

const listed: readonly JsonObject[] = [...fixtureTools].map(([name, { description, inputSchema }]) => ({
  name,
  description,
  inputSchema: inputSchema ?? { type: 'object', properties: {} },
}));

const listing = { tools: listed, bytes: Buffer.from(JSON.stringify(listed)) };

const tools: ToolSource = {
  list: async () => listing,
  preview: () => listing,
  namesOf: () => new Set(fixtureTools.keys()),
  has: (name) => fixtureTools.has(name),
  requiredScopes: () => [],
  publishesOutput: () => false,
  async call(name, args, context) {
    const tool = fixtureTools.get(name);
    if (tool === undefined) throw new Error('has() was not asked first');
    return tool.call(isJsonObject(args) ? args : {}, context);
  },
};

const staticResources: readonly JsonObject[] = [
  { uri: 'test://static-text', name: 'static-text', description: 'One text.', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', description: 'One image.', mimeType: 'image/png' },
  {
    uri: 'test://watched-resource',
    name: 'watched-resource',
    description: 'May change.',
    mimeType: 'text/plain',
  },
];

function contentOf(uri: string): JsonObject | undefined {
  if (uri === 'test://static-text') {
    return { mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  }
  if (uri === 'test://static-binary') return { mimeType: 'image/png', blob: pngBase64 };
  if (uri === 'test://watched-resource') return { mimeType: 'text/plain', text: 'Nothing has changed.' };
  const id = uri.startsWith('test://template/') && uri.endsWith('/data') ? uri.split('/')[3] : undefined;
  return id === undefined
    ? undefined
    : {
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      };
}

const resources: ResourceSource = {
  list: () => staticResources,
  templates: () => [
    {
      uriTemplate: 'test://template/{id}/data',
      name: 'template',
      description: 'Data by id.',
      mimeType: 'application/json',
    },
  ],
  async read(uri) {
    const content = contentOf(uri);
    return content && { contents: [{ uri, ...content }] };
  },
  subscriptions: { subscribe: async () => undefined, unsubscribe: async () => undefined },
};

function message(content: JsonObject): JsonObject {
  return { role: 'user', content };
}

const argument = (name: string): JsonObject => ({ name, description: 'An argument.', required: true });

const listedPrompts: readonly JsonObject[] = [
  { name: 'test_simple_prompt', description: 'One message.' },
  {
    name: 'test_prompt_with_arguments',
    description: 'Quotes its arguments.',
    arguments: [argument('arg1'), argument('arg2')],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'Embeds a resource.',
    arguments: [argument('resourceUri')],
  },
  { name: 'test_prompt_with_image', description: 'Shows an image.' },
  { name: 'test_input_required_result_prompt', description: 'Asks the person first.' },
];

function promptMessages(name: string, args: JsonObject): readonly JsonObject[] | undefined {
  switch (name) {
    case 'test_simple_prompt':
      return [message(text('This is a simple prompt for testing.'))];
    case 'test_prompt_with_arguments':
      return [message(text(`Prompt with arguments: arg1='${args['arg1']}', arg2='${args['arg2']}'`))];
    case 'test_prompt_with_embedded_resource':
      return [
        message({
          type: 'resource',
          resource: {
            uri: args['resourceUri'],
            mimeType: 'text/plain',
            text: 'Embedded resource content for testing.',
          },
        }),
        message(text('Please process the embedded resource above.')),
      ];
    case 'test_prompt_with_image':
      return [
        message({ type: 'image', data: pngBase64, mimeType: 'image/png' }),
        message(text('Please analyze the image above.')),
      ];
    default:
      return undefined;
  }
}

const prompts: PromptSource = {
  list: () => listedPrompts,
  async get(name, args, context) {
    if (name === 'test_input_required_result_prompt') return askingPrompt(context);
    const messages = promptMessages(name, isJsonObject(args) ? args : {});
    return messages && { messages };
  },
};

/** What the public suite expects a server to have. Its content stands outside the product's envelope. */
export const fixtureCatalogue: Catalogue = {
  serverInfo: { name: 'conformance-fixtures', title: 'Conformance fixtures', version: '1.0.0' },
  instructions: () => 'Entries for the conformance suite only.',
  tools,
  resources,
  prompts,
  completion: {
    requiredScopes: [],
    complete: async () => ({ values: [], total: 0, hasMore: false }),
  },
  logging: { setLevel: async () => undefined },
};
