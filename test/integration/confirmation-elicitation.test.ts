import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, type Testkit, testkit } from '../support/testkit.ts';
import { createVault } from '../support/vault-tools.ts';

/** Retries of a question as clients send them that mean harm, or are broken. */

const tool = 'core-vaults-manage';
const erase = { action: 'erase', label: 'north' };
const accept = { action: 'accept', content: { confirm: true } };

let vault: ReturnType<typeof createVault>;
let kit: Testkit;
let asking: Actor;
let plain: Actor;
beforeEach(async () => {
  vault = createVault();
  kit = await testkit({ tools: vault.tools });
  plain = kit.as().withEra('2026-07-28');
  asking = plain.withCapabilities({ elicitation: { form: {} } });
});
afterEach(() => kit.close());

async function stateOf(args: object = erase): Promise<string> {
  const { result } = await asking.call(tool, args);
  expect(result.resultType).toBe('input_required');
  return result.requestState;
}

const retry = (actor: Actor, requestState: unknown, inputResponses: unknown, args: object = erase) =>
  actor.call(tool, args, { params: { requestState, inputResponses } });

describe('an answer that answers no form', () => {
  test.each([
    {},
    { action: 'yes' },
    { action: 'ACCEPT' },
    { action: true },
    { action: ['accept'] },
    { content: { confirm: true } },
    { action: 'accept', content: 'no' },
    { action: 'accept', content: [] },
    { action: 'accept', content: { confirm: 'false' } },
    { action: 'accept', content: { confirm: 'true' } },
    { action: 'accept', content: { confirm: 0 } },
    { action: 'accept', content: { confirm: null } },
  ])('%j is refused by the protocol, and the question can still be answered', async (response) => {
    const state = await stateOf();
    const { message } = await retry(asking, state, { confirm: response });
    expect(message.error).toMatchObject({
      code: -32_602,
      message: expect.stringContaining('inputResponses'),
    });
    expect(vault.seen).toEqual([]);
    expect((await retry(asking, state, { confirm: accept })).body.data).toEqual({ erased: true });
  });

  test.each([
    null,
    'accept',
    true,
    [accept],
    { other: accept },
    { confirm: 'accept' },
    { confirm: true },
    { confirm: null },
    { confirm: { method: 'elicitation/create', result: accept } },
  ])('%j is not an answer: the person is asked again', async (inputResponses) => {
    const { result } = await retry(asking, await stateOf(), inputResponses);
    expect(result.resultType).toBe('input_required');
    expect(vault.seen).toEqual([]);
  });

  test('F15.1 that has no content, or more than was asked, is the consent', async () => {
    for (const response of [
      { action: 'accept' },
      { action: 'accept', content: {} },
      { ...accept, content: { confirm: true, more: 1 } },
    ]) {
      const { body } = await retry(asking, await stateOf(), {
        confirm: response,
        other: { action: 'decline' },
      });
      expect(body.data).toEqual({ erased: true });
    }
    expect(vault.seen).toHaveLength(3);
  });
});

describe('a refusal', () => {
  test.each([
    { action: 'decline' },
    { action: 'cancel', content: { confirm: true } },
    { action: 'accept', content: { confirm: false } },
  ])('F15.1 %j cannot be taken back with the same question', async (response) => {
    const state = await stateOf();
    expect((await retry(asking, state, { confirm: response })).body.control.cancelled).toBe(true);
    const { body } = await retry(asking, state, { confirm: accept });
    expect(body.error).toMatchObject({ code: 'CONFLICT', details: { reason: 'confirmation_used' } });
    expect(vault.seen).toEqual([]);
  });
});

describe('an answer without its question', () => {
  test('F15.4 is no consent: the person is asked', async () => {
    const { result } = await asking.call(tool, erase, { params: { inputResponses: { confirm: accept } } });
    expect(result.resultType).toBe('input_required');
    expect(vault.seen).toEqual([]);
  });

  test.each([7, true, null, {}, ['x']])(
    'F15.5 with %j for a state is refused by the protocol',
    async (state) => {
      const { message } = await retry(asking, state, { confirm: accept });
      expect(message.error).toMatchObject({ code: -32_602 });
      expect(vault.seen).toEqual([]);
    },
  );
});

describe('a state that was tampered with', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

  test('F15.5 is refused whichever character was changed, in its last bit too', async () => {
    const state = await stateOf();
    const parts = [...state.matchAll(/[^.]+/g)].flatMap(({ index, 0: part }) => [
      index,
      index + part.length - 1,
    ]);
    for (const at of parts) {
      const flipped = alphabet[alphabet.indexOf(state[at] ?? '') ^ 1];
      const altered = `${state.slice(0, at)}${flipped}${state.slice(at + 1)}`;
      const { message } = await retry(asking, altered, { confirm: accept });
      expect(message.error, `character ${at}`).toMatchObject({ code: -32_602 });
    }
    expect(vault.seen).toEqual([]);
  });

  test.each([
    ['needs no consent', { action: 'sweep', label: 'north', dry_run: false }],
    ['only rehearses', { ...erase, dry_run: true }],
    ['could not run', { action: 'erase', label: 'missing' }],
  ])('F15.5 is refused in a call that %s, which executes nothing', async (_which, args) => {
    const { message } = await retry(asking, 'x'.repeat(200), { confirm: accept }, args);
    expect(message.error).toMatchObject({ code: -32_602 });
    expect(vault.seen).toEqual([]);
  });

  test('F15.5 of another account gets the same words as garbage', async () => {
    const state = await stateOf();
    const other = kit.as({ tenant: 'b' }).withEra('2026-07-28').withCapabilities({ elicitation: {} });
    const foreign = await retry(other, state, { confirm: accept });
    const garbage = await retry(other, 'garbage', { confirm: accept });
    expect(foreign.message.error).toEqual(garbage.message.error);
    expect(foreign.message.error.code).toBe(-32_602);
  });
});

describe('a client that says in one request alone that it can show a form', () => {
  test('F15.1 may answer in another that says nothing', async () => {
    const { body } = await retry(plain, await stateOf(), { confirm: accept });
    expect(body.data).toEqual({ erased: true });
  });

  test('F15.2 spends a token that it was given before, and is not asked as well', async () => {
    const { body } = await plain.call(tool, erase);
    const done = await asking.call(tool, { ...erase, confirm_token: body.control.confirm_token });
    expect(done.body.data).toEqual({ erased: true });
    expect(vault.seen).toHaveLength(1);
  });

  test.each([{ elicitation: { url: {} } }, { sampling: {} }, {}])(
    'F15.2 is given the token with %j',
    async (capabilities) => {
      const { body } = await plain.withCapabilities(capabilities).call(tool, erase);
      expect(body.control).toMatchObject({ confirmation_required: true });
    },
  );
});

describe('a client of the 2025 era', () => {
  test('F15.7 has no questions, so that an answer to one is no consent', async () => {
    const state = await stateOf();
    const { body } = await retry(kit.as(), state, { confirm: accept });
    expect(body.control).toMatchObject({ confirmation_required: true, confirm_token: expect.any(String) });
    const early = await kit.as().call(tool, { ...erase, confirm_token: state });
    expect(early.body.error).toMatchObject({ details: { reason: 'confirmation_other_call' } });
    expect(vault.seen).toEqual([]);
  });
});
