import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { ok } from '../../../src/toolkit/result.ts';
import type { Tool } from '../../../src/toolkit/tool.ts';
import { toolCatalogue } from '../../../src/tools/catalogue.ts';
import { kit, type ModyoToolContext } from '../../../src/tools/kit.ts';
import { createBillingDesk, createBillingTools } from '../../support/billing-tools.ts';
import { conformToKit } from '../../support/conformance.ts';
import {
  expectChoices,
  expectContract,
  expectRefusal,
  listingRules,
} from '../../support/conformance-rules.ts';
import { createCourseTools } from '../../support/course-tools.ts';
import type { ListedTool } from '../../support/every-tool.ts';
import { createFluentBilling } from '../../support/fluent-billing.ts';
import { openPolicy } from '../../support/open-policy.ts';
import { testkit, type WireAnswer } from '../../support/testkit.ts';
import { createToolHost } from '../../support/tool-host.ts';

function shelves(run: () => unknown = () => ok({ boxes: [] })): Tool<ModyoToolContext> {
  const list = kit.query({
    summary: 'List the boxes',
    input: z.object({ shelf: z.int().min(1).max(9).describe('Number of the shelf') }),
    data: z.object({ boxes: z.array(z.object({ id: z.number() })) }),
    run: run as () => ReturnType<typeof ok<{ boxes: [] }>>,
  });
  const empty = kit.mutation({
    summary: 'Empty a box',
    confirm: 'never',
    input: z.object({ shelf: z.int().min(1).max(9).describe('Number of the shelf') }),
    data: z.object({}),
    run: () => ok({}),
  });
  return kit.tool('core-shelves-manage', {
    title: 'Shelves',
    summary: 'Look at boxes and empty them',
    actions: { list, empty },
  });
}

const { spec } = shelves();
const [sound] = createToolHost([shelves() as never]).registry.preview(openPolicy)
  .tools as unknown as readonly ListedTool[];
if (sound === undefined) throw new Error('There is a tool.');
const { inputSchema, outputSchema, annotations } = sound;
const { properties = {} } = inputSchema;
const takes = (shelf: object): Partial<ListedTool> => ({
  inputSchema: { ...inputSchema, properties: { ...properties, shelf: { ...properties['shelf'], ...shelf } } },
});

/** Under each rule, what breaks it. */
const spoiled: Readonly<Record<keyof typeof listingRules, readonly Partial<ListedTool>[]>> = {
  'F1 publishes the hints of its verbs': [
    { title: ' ' },
    { annotations: {} },
    { annotations: { ...annotations, seriousHint: true } },
    ...Object.entries(annotations).map(([hint, value]) => ({
      annotations: { ...annotations, [hint]: !value },
    })),
  ],
  'F2 describes and bounds its parameters': [
    takes({ description: ' ' }),
    takes({ minimum: undefined }),
    takes({ maximum: undefined }),
    takes({ type: 'string' }),
    takes({ type: 'array', items: { type: 'boolean' } }),
    takes({ type: 'object', properties: { inner: { type: 'boolean' } } }),
  ],
  'F9 publishes one envelope': [
    { outputSchema: { ...outputSchema, type: 'array' } },
    { outputSchema: { ...outputSchema, required: ['platform'] } },
    { outputSchema: { ...outputSchema, additionalProperties: true } },
    { outputSchema: { ...outputSchema, properties: { ...outputSchema.properties, notes: {} } } },
    { outputSchema: { ...outputSchema, ...{ $schema: 'x' } } },
    {
      outputSchema: {
        ...outputSchema,
        properties: {
          ...outputSchema.properties,
          data: { anyOf: [{ type: 'object' }, { type: 'array' }] },
        },
      },
    },
  ],
  'F10 requires what it has to': [
    { inputSchema: { ...inputSchema, required: ['action'] } },
    { inputSchema: { ...inputSchema, required: ['shelf'] } },
    { inputSchema: { ...inputSchema, required: ['action', 'shelf', 'box'] } },
    { inputSchema: { ...inputSchema, additionalProperties: true } },
    ...['oneOf', 'anyOf', 'allOf'].map((word) => ({ inputSchema: { ...inputSchema, [word]: [] } })),
  ],
  'is taken by every client': [{ name: 'core.shelves' }, takes({ $ref: '#' })],
  'names its parameters': [
    { description: sound.description.replace('shelf', 'self') },
    { inputSchema: { ...inputSchema, properties: { ...properties, box: {} } } },
  ],
};

describe('F17.4 each rule of the suite finds what breaks it', () => {
  test.each(Object.entries(listingRules))('F17.4 %s', (name, rule) => {
    expect(() => rule(sound, spec)).not.toThrow();
    const faults = spoiled[name] ?? [];
    expect(faults).not.toEqual([]);
    for (const fault of faults) {
      expect(() => rule({ ...sound, ...fault }, spec), JSON.stringify(fault)).toThrow();
    }
  });

  const refusal: WireAnswer = {
    status: 200,
    message: {},
    notifications: [],
    result: { isError: true, content: [{ type: 'text', text: '{}' }] },
    body: {
      error: {
        code: 'INVALID_PARAMS',
        message: 'Faulty.',
        request_id: 'r1',
        fields: [{ path: 'action', expected: 'one of: list, empty' }],
      },
    },
  };
  const { error } = refusal.body;
  const envelope = { platform: { name: 'andes', host: 'andes.example' }, data: { boxes: [] } };
  const success = (body: object, result: object = {}): WireAnswer => ({
    ...refusal,
    body,
    result: { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body, ...result },
  });

  test.each<[string, Partial<WireAnswer>]>([
    ['a success', { result: { content: refusal.result.content } }],
    ['structured content', { result: { ...refusal.result, structuredContent: {} } }],
    ['another code', { body: { error: { ...error, code: 'INTERNAL' } } }],
    ['a fault that is not named', { body: { error: { ...error, fields: [{ path: 'shelf' }] } } }],
  ])('F17.4 a refusal is none with %s', (_what, fault) => {
    expect(() => expectRefusal(refusal, ['action'])).not.toThrow();
    expect(() => expectRefusal({ ...refusal, ...fault }, ['action'])).toThrow();
  });

  test('F17.4 a refusal that reached a prototype is none', () => {
    const prototype: { polluted?: boolean } = Object.prototype;
    try {
      prototype.polluted = true;
      expect(() => expectRefusal(refusal, ['action'])).toThrow();
    } finally {
      delete prototype.polluted;
    }
  });

  test('F17.4 an unknown action is not answered by other choices than there are', () => {
    expect(() => expectChoices(refusal, sound)).not.toThrow();
    const fields = [{ path: 'action', expected: 'one of: list' }];
    expect(() => expectChoices({ ...refusal, body: { error: { ...error, fields } } }, sound)).toThrow();
  });

  test.each<[string, WireAnswer]>([
    ['two blocks', success(envelope, { content: [{}, {}] })],
    ['more than fits', success(envelope, { content: [{ type: 'text', text: 'x'.repeat(80 * 1_024 + 1) }] })],
    [
      'another text',
      success(envelope, { content: [{ type: 'text', text: JSON.stringify(envelope, null, 1) }] }),
    ],
    ['other structured content', success(envelope, { structuredContent: { ...envelope, data: {} } })],
    ['no structured content', success(envelope, { structuredContent: undefined })],
    ['a key beside the envelope', success({ ...envelope, note: 'x' })],
    ['data of another type', success({ ...envelope, data: { boxes: 'none' } })],
    ['no data', success({ platform: envelope.platform })],
    [
      'an error with structured content',
      { ...refusal, result: { ...refusal.result, structuredContent: {} } },
    ],
    ['an error beside something', { ...refusal, body: { error, data: {} } }],
    ['an error without a message', { ...refusal, body: { error: { ...error, message: undefined } } }],
    ['an error that no log has', { ...refusal, body: { error: { ...error, request_id: undefined } } }],
    ['an error of the tool itself', { ...refusal, body: { error: { ...error, code: 'INTERNAL' } } }],
    ['an unknown code', { ...refusal, body: { error: { ...error, code: 'OOPS' } } }],
  ])('F17.4 an answer does not keep the contract with %s', (_what, answer) => {
    expect(() => expectContract(success(envelope), sound)).not.toThrow();
    expect(() => expectContract(refusal, sound)).not.toThrow();
    expect(() => expectContract(answer, sound)).toThrow();
  });

  test.each<[string, () => unknown]>([
    ['throws', () => Promise.reject(new Error('broken'))],
    ['returns no result', () => ({ boxes: [] })],
    ['breaks its own schema', () => ok({ boxes: [{ id: 'one' }] })],
  ])('F17.4 a tool that %s does not pass over the wire', async (_what, run) => {
    const sick = await testkit({ tools: [shelves(run)] });
    try {
      const args = { action: 'list', shelf: 1 };
      const answer = await sick.as().call('core-shelves-manage', args);
      expect(() => expectContract(answer, sound)).toThrow('INTERNAL');
    } finally {
      await sick.close();
    }
  });
});

conformToKit('the product', toolCatalogue, startSandbox);
conformToKit('the course', createCourseTools());
conformToKit('billing', createBillingTools(createBillingDesk()));
conformToKit('billing as a chain', createFluentBilling());
