import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMemoryGateStore } from '../../src/infrastructure/memory-gate-store.ts';
import { createToolRegistry } from '../../src/toolkit/registry.ts';
import type { Tool } from '../../src/toolkit/tool.ts';
import type { ModyoToolContext } from '../../src/tools/kit.ts';
import { clientFaults } from './client-limits.ts';
import type { ListedTool } from './every-tool.ts';
import { createManualClock } from './manual-clock.ts';
import { openPolicy } from './open-policy.ts';
import { actionsOf, sampleArguments } from './sample-arguments.ts';
import { type Actor, eras, type Testkit, testkit, type WireAnswer } from './testkit.ts';
import {
  expectBounds,
  expectEnvelope,
  expectFourHints,
  expectHintsOfVerbs,
  expectNamedParameters,
  expectRequired,
  undescribedIn,
} from './tool-rules.ts';

interface Upstream {
  readonly url: string;
  close(): Promise<void>;
}

/** What a call may weigh; the smallest of the limits that clients are known to have is beyond it. */
const answerBytesMax = 80 * 1024;
const ajv = new Ajv2020({ strict: false, validateFormats: false });

/**
 * What every tool has to keep, as tests: what is listed, by the rules of the kit and of clients, and what is
 * answered over the wire in both eras. A new tool has nothing to do for them but to be in a catalogue.
 * @param startUpstream what stands for Modyo; without it nobody answers
 */
export function conformToKit(
  catalogue: string,
  tools: readonly Tool<ModyoToolContext>[],
  startUpstream?: () => Promise<Upstream>,
): void {
  const listed = listedTools(tools);
  const rows = listed.map((tool) => [tool.name, tool] as const);
  const specs = new Map(tools.map(({ name, spec }) => [name, spec] as const));

  describe(`the listing of ${catalogue}`, () => {
    test.each(rows)('F1 %s publishes the hints of its verbs', (name, tool) => {
      expectFourHints(tool);
      expectHintsOfVerbs(tool, specs.get(name));
    });
    test.each(rows)('F2 %s describes and bounds its parameters', (_name, tool) => {
      expect(undescribedIn(tool)).toEqual([]);
      expectBounds(tool);
    });
    test.each(rows)('F9 %s publishes one envelope', (_name, tool) => expectEnvelope(tool));
    test.each(rows)('F10 %s requires what it has to', (name, tool) => expectRequired(tool, specs.get(name)));
    test.each(rows)('%s is taken by every client', (_name, tool) => expect(clientFaults(tool)).toEqual([]));
    // A short description leaves its parameters to the schema.
    test.each(rows.filter(([name]) => specs.get(name)?.describe === undefined))(
      '%s names its parameters',
      (_name, tool) => expectNamedParameters(tool),
    );
  });

  describe.each(eras)(`the answers of ${catalogue} in %s`, (era) => {
    let upstream: Upstream | undefined;
    let kit: Testkit;
    let ana: Actor;
    beforeAll(async () => {
      upstream = await startUpstream?.();
      kit = await testkit({ tools, ...(upstream && { upstream }) });
      ana = kit.as().withEra(era);
    });
    afterAll(async () => {
      await kit.close();
      await upstream?.close();
    });

    test('F6.7 an unknown tool is an error of the protocol', async () => {
      expect((await ana.call('content-nothing-list')).message.error.code).toBe(-32602);
    });
    test.each(rows)('F2.1 F2.4 %s refuses what it does not know', async (name, tool) => {
      const [action] = actionsOf(tool);
      const said = action === undefined ? '' : `"action":${JSON.stringify(action)},`;
      const args = JSON.parse(`{${said}"zzzzzz":1,"__proto__":{"polluted":true}}`);
      const answer = await ana.call(name, args);
      expectRefusal(answer, ['zzzzzz', '__proto__']);
    });
    test.each(rows.filter(([, tool]) => 'per_page' in (tool.inputSchema.properties ?? {})))(
      'F2.2 %s keeps pages within bounds',
      async (name, tool) => {
        const action = actionsOf(tool).find((candidate) => candidate === 'list');
        const args = { ...(action && { action }), per_page: 101, page: 0 };
        expectRefusal(await ana.call(name, args), ['per_page', 'page']);
      },
    );
    test.each(rows.filter(([, tool]) => actionsOf(tool).length > 1))(
      'F10.6 %s answers an unknown action with those that there are',
      async (name, tool) => {
        const { body } = await ana.call(name, { action: 'zzzzzz' });
        expect(body.error.fields[0]).toMatchObject({ path: 'action', expected: actionsLine(tool) });
      },
    );
    test.each(callsOf(listed))('F6 F8 F9 %s %s answers as it says', async (name, _action, args, tool) => {
      expectContract(await ana.call(name, args), validatorOf(tool));
    });
  });
}

function listedTools(tools: readonly Tool<ModyoToolContext>[]): readonly ListedTool[] {
  const clock = createManualClock();
  const registry = createToolRegistry<ModyoToolContext>({
    tools,
    createContext: () => {
      throw new Error('a listing calls no tool');
    },
    clock,
    gateStore: createMemoryGateStore(clock),
  });
  return registry.preview(openPolicy).tools as unknown as readonly ListedTool[];
}

/** Each action with what it cannot do without. */
function callsOf(listed: readonly ListedTool[]) {
  return listed.flatMap((tool) =>
    actionsOf(tool).map(
      (action) => [tool.name, action ?? 'alone', sampleArguments(tool, action), tool] as const,
    ),
  );
}

const actionsLine = (tool: ListedTool) => `one of: ${actionsOf(tool).join(', ')}`;

/** By schema and not by name, which two catalogues may share. */
const validators = new WeakMap<object, ValidateFunction>();

function validatorOf({ outputSchema }: ListedTool): ValidateFunction {
  const validate = validators.get(outputSchema) ?? ajv.compile(outputSchema);
  validators.set(outputSchema, validate);
  return validate;
}

function expectRefusal({ result, body }: WireAnswer, paths: readonly string[]): void {
  expect(result.isError).toBe(true);
  expect(result).not.toHaveProperty('structuredContent');
  expect(body.error.code).toBe('INVALID_PARAMS');
  const found = body.error.fields.map(({ path }: { path: string }) => path);
  expect(found).toEqual(expect.arrayContaining([...paths]));
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
}

/** What every answer keeps, whatever it says. */
function expectContract({ result, body }: WireAnswer, validate: ValidateFunction): void {
  expect(result.content).toHaveLength(1);
  expect(Buffer.byteLength(result.content[0].text)).toBeLessThanOrEqual(answerBytesMax);
  if (result.isError === true) {
    expect(result).not.toHaveProperty('structuredContent');
    expect(Object.keys(body)).toEqual(['error']);
    expect(body.error).toMatchObject({ message: expect.any(String), request_id: expect.any(String) });
    expect(body.error.code).not.toBe('INTERNAL');
    return;
  }
  expect(result.structuredContent).toEqual(body);
  expect([validate(body), validate.errors]).toEqual([true, null]);
}
