import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { ToolSpec } from '../../src/toolkit/tool.ts';
import { clientFaults } from './client-limits.ts';
import type { ListedTool } from './every-tool.ts';
import { actionsOf } from './sample-arguments.ts';
import type { WireAnswer } from './testkit.ts';
import {
  expectBounds,
  expectEnvelope,
  expectFourHints,
  expectHintsOfVerbs,
  expectNamedParameters,
  expectRequired,
  undescribedIn,
} from './tool-rules.ts';

/** What a call may weigh; the smallest of the limits that clients are known to have is beyond it. */
const answerBytesMax = 80 * 1024;
const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** Throws for a listed tool that breaks the rule; by the words that follow its name in a test. */
export const listingRules: Readonly<
  Record<string, (tool: ListedTool, spec: ToolSpec<never> | undefined) => void>
> = {
  'F1 publishes the hints of its verbs': (tool, spec) => {
    expectFourHints(tool);
    expectHintsOfVerbs(tool, spec);
  },
  'F2 describes and bounds its parameters': (tool) => {
    expect(undescribedIn(tool)).toEqual([]);
    expectBounds(tool);
  },
  'F9 publishes one envelope': expectEnvelope,
  'F10 requires what it has to': expectRequired,
  'is taken by every client': (tool) => expect(clientFaults(tool)).toEqual([]),
  'names its parameters': (tool, spec) => {
    // A short description leaves its parameters to the schema.
    if (spec?.describe === undefined) expectNamedParameters(tool);
  },
};

/** Faulty arguments are an error of the tool that names them all, and reach no prototype. */
export function expectRefusal({ result, body }: WireAnswer, paths: readonly string[]): void {
  expect(result.isError).toBe(true);
  expect(result).not.toHaveProperty('structuredContent');
  expect(body.error.code).toBe('INVALID_PARAMS');
  const found = body.error.fields.map(({ path }: { path: string }) => path);
  expect(found).toEqual(expect.arrayContaining([...paths]));
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
}

/** An unknown action is answered with those that there are. */
export function expectChoices(answer: WireAnswer, tool: ListedTool): void {
  expectRefusal(answer, ['action']);
  expect(answer.body.error.fields).toContainEqual(
    expect.objectContaining({ path: 'action', expected: `one of: ${actionsOf(tool).join(', ')}` }),
  );
}

/** What every answer keeps, whatever it says. */
export function expectContract({ result, body }: WireAnswer, { outputSchema }: ListedTool): void {
  expect(result.content).toHaveLength(1);
  expect(Buffer.byteLength(result.content[0].text)).toBeLessThanOrEqual(answerBytesMax);
  if (result.isError === true) {
    expect(result).not.toHaveProperty('structuredContent');
    expect(Object.keys(body)).toEqual(['error']);
    expect(body.error).toMatchObject({ message: expect.any(String), request_id: expect.any(String) });
    expect(answerCodes).toContain(body.error.code);
    return;
  }
  expect(result.structuredContent).toEqual(body);
  expect(result.content[0].text).toBe(JSON.stringify(body));
  const validate = validatorOf(outputSchema);
  expect([validate(body), validate.errors]).toEqual([true, null]);
}

/** All but `INTERNAL`, which is a fault of the tool. */
const answerCodes = [
  ...['INVALID_PARAMS', 'NOT_FOUND', 'AMBIGUOUS', 'CONFLICT', 'STATE_CONFLICT', 'STATE_BUSY', 'FORBIDDEN'],
  ...['UNAUTHORIZED', 'RATE_LIMITED', 'UPSTREAM_ERROR', 'RESULT_TOO_LARGE', 'UNAVAILABLE'],
];

/** By schema and not by name, which two catalogues may share. */
const validators = new WeakMap<object, ValidateFunction>();

function validatorOf(outputSchema: ListedTool['outputSchema']): ValidateFunction {
  const validate = validators.get(outputSchema) ?? ajv.compile(outputSchema);
  validators.set(outputSchema, validate);
  return validate;
}
