import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { AppError } from '../../src/errors/app-error.ts';
import { createMemoryStore } from '../../src/infrastructure/memory-store.ts';
import type { SharedStore } from '../../src/infrastructure/shared-store.ts';
import { startReplicas } from '../support/replicas.ts';
import { type Testkit, testkit, type Who } from '../support/testkit.ts';
import { createVault } from '../support/vault-tools.ts';

const tool = 'core-vaults-manage';
const erase = { action: 'erase', label: 'north' };
const asking = { elicitation: {} };

let vault: ReturnType<typeof createVault>;
let kit: Testkit;

beforeEach(async () => {
  vault = createVault();
  kit = await testkit({ tools: vault.tools });
});
afterEach(() => kit.close());

async function tokenOf(args: object, actor = kit.as()): Promise<string> {
  const { body } = await actor.call(tool, args);
  return body.control.confirm_token;
}

describe('a client that cannot ask the person', () => {
  test('F15.2 gets a preview and a token, and the repeated call with the token is the deed, once', async () => {
    const first = await kit.as().call(tool, erase);
    expect(first.body).toMatchObject({
      data: { plan: { label: 'north', items: 12 } },
      resource: { type: 'vault', id: 7, name: 'north' },
      control: {
        confirmation_required: true,
        confirm_token: expect.any(String),
        expires_at: new Date(kit.clock.nowMs() + 300_000).toISOString(),
        message: expect.stringContaining('Erases the vault north with 12 items.'),
      },
    });
    expect(first.result).not.toHaveProperty('isError');
    expect(first.result.structuredContent).toEqual(first.body);
    expect(vault.seen).toEqual([]);
    const second = await kit.as().call(tool, { ...erase, confirm_token: first.body.control.confirm_token });
    expect(second.body).toMatchObject({ data: { erased: true }, state: { status: 'done' } });
    expect(vault.seen).toEqual([{ what: 'erase', label: 'north' }]);
  });

  test('F15.3 finds that a token is good for one use', async () => {
    const confirm_token = await tokenOf(erase);
    await kit.as().call(tool, { ...erase, confirm_token });
    const again = await kit.as().call(tool, { ...erase, confirm_token });
    expect(again.body.error).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'confirmation_used' },
    });
    expect(vault.seen).toHaveLength(1);
  });

  test.each<[string, (token: string) => Promise<{ readonly body: { error: object } }>]>([
    ['other_call', (confirm_token) => kit.as().call(tool, { ...erase, label: 'south', confirm_token })],
    ['other_call', (confirm_token) => kit.as().call(tool, { ...erase, note: 'x', confirm_token })],
    ['other_call', (confirm_token) => kit.as().call(tool, { action: 'seal', label: 'north', confirm_token })],
    ['foreign', (confirm_token) => kit.as({ subject: 'eva' }).call(tool, { ...erase, confirm_token })],
    ['altered', (confirm_token) => kit.as({ tenant: 'b' }).call(tool, { ...erase, confirm_token })],
    ['altered', (confirm_token) => kit.as().call(tool, { ...erase, confirm_token: `${confirm_token}x` })],
    [
      'expired',
      (confirm_token) => {
        kit.clock.advance(300_001);
        return kit.as().call(tool, { ...erase, confirm_token });
      },
    ],
    [
      'other_version',
      (confirm_token) => {
        vault.touch();
        return kit.as().call(tool, { ...erase, confirm_token });
      },
    ],
  ])('F15.3 is refused with %s, and nothing is executed', async (reason, repeat) => {
    const { body } = await repeat(await tokenOf(erase));
    expect(body.error).toMatchObject({ code: 'CONFLICT', details: { reason: `confirmation_${reason}` } });
    expect(vault.seen).toEqual([]);
  });

  test('F15.3 is told the present version of what changed in between', async () => {
    const confirm_token = await tokenOf(erase);
    vault.touch();
    const { body } = await kit.as().call(tool, { ...erase, confirm_token });
    expect(body.error.details).toMatchObject({ current_version: 'v2' });
  });

  test.each([
    [{ confirm: true }, { code: 'INVALID_PARAMS', fields: [{ path: 'confirm' }] }],
    [{ confirmed: 'yes' }, { code: 'INVALID_PARAMS', fields: [{ path: 'confirmed' }] }],
    [{ confirm_token: true }, { code: 'INVALID_PARAMS', fields: [{ path: 'confirm_token' }] }],
    [{ confirm_token: '' }, { code: 'INVALID_PARAMS', fields: [{ path: 'confirm_token' }] }],
    [{ confirm_token: 'true' }, { code: 'CONFLICT', details: { reason: 'confirmation_altered' } }],
  ])('F15.4 cannot consent with %j', async (consent, refusal) => {
    const { body } = await kit.as().call(tool, { ...erase, ...consent });
    expect(body.error).toMatchObject(refusal);
    expect(vault.seen).toEqual([]);
  });

  test('is refused while nobody can know which tokens were used, and may come again with the same one', async () => {
    let isAway = true;
    const memory = createMemoryStore(kit.clock);
    const store: SharedStore = {
      ...memory,
      async setIfAbsent(key, value, ttlMs) {
        if (isAway) throw new AppError('The store is away.', { code: 'UNAVAILABLE', retryAfterMs: 5000 });
        return memory.setIfAbsent(key, value, ttlMs);
      },
    };
    const shared = await testkit({ tools: vault.tools, store });
    const confirm_token = await tokenOf(erase, shared.as());
    const refused = await shared.as().call(tool, { ...erase, confirm_token });
    expect(refused.body.error).toMatchObject({ code: 'UNAVAILABLE', retry_after_ms: 5000 });
    expect(vault.seen).toEqual([]);
    isAway = false;
    const done = await shared.as().call(tool, { ...erase, confirm_token });
    await shared.close();
    expect(done.body.data).toEqual({ erased: true });
  });

  test('is told of a refusal before it has to confirm anything', async () => {
    const { body } = await kit.as().call(tool, { ...erase, label: 'missing' });
    expect(body.error.code).toBe('NOT_FOUND');
  });

  test('F15.6 may be confirmed at another replica, and only at one', async () => {
    const replicas = await startReplicas({ tools: vault.tools, redisUrl: inject('redisUrl') });
    const asked = await replicas.first.call(tool, erase);
    const { confirm_token } = asked.body.control;
    const done = await replicas.second.call(tool, { ...erase, confirm_token });
    const again = await replicas.first.call(tool, { ...erase, confirm_token });
    await replicas.close();
    expect(done.body.data).toEqual({ erased: true });
    expect(again.body.error.code).toBe('CONFLICT');
    expect(vault.seen).toHaveLength(1);
  });

  test.each(['2025-11-25', '2026-07-28'] as const)(
    'F15.7 is answered at once in %s, with the token',
    async (era) => {
      const { body } = await kit.as().withEra(era).call(tool, { action: 'seal', label: 'north' });
      expect(body.control).toMatchObject({ confirmation_required: true });
      expect(body.data).toEqual({});
    },
  );
});

describe('a client that can ask the person', () => {
  const client = () => kit.as().withEra('2026-07-28').withCapabilities(asking);

  async function asked() {
    const { result } = await client().call(tool, erase);
    return result;
  }

  async function answered(requestState: string, response: object | undefined, args: object = erase) {
    const inputResponses = response === undefined ? {} : { confirm: response };
    return client().call(tool, args, { params: { requestState, inputResponses } });
  }

  test('F15.1 is asked first, and does the deed once when the person accepts', async () => {
    const question = await asked();
    expect(question).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        confirm: {
          method: 'elicitation/create',
          params: { mode: 'form', message: expect.stringContaining('Erases the vault north') },
        },
      },
    });
    const response = { action: 'accept', content: { confirm: true } };
    const { body } = await answered(question.requestState, response);
    expect(body.data).toEqual({ erased: true });
    const again = await answered(question.requestState, response);
    expect(again.body.error.code).toBe('CONFLICT');
    expect(vault.seen).toHaveLength(1);
  });

  test.each([{ action: 'decline' }, { action: 'cancel' }, { action: 'accept', content: { confirm: false } }])(
    'F15.1 does nothing after %j',
    async (response) => {
      const { requestState } = await asked();
      const { body } = await answered(requestState, response);
      expect(body).toMatchObject({ data: {}, control: { cancelled: true, message: expect.any(String) } });
      expect(vault.seen).toEqual([]);
    },
  );

  test.each([
    ['altered', (state: string) => `${state}x`, { action: 'accept' }],
    ['altered and unanswered', (state: string) => `${state}x`, undefined],
    [
      'altered within',
      (state: string) => state.replace(/.(?=.{30}$)/, (c) => (c === 'A' ? 'B' : 'A')),
      { action: 'accept' },
    ],
    ['altered and declined', (state: string) => state.slice(1), { action: 'decline' }],
    ['empty', () => '', { action: 'accept' }],
  ])('F15.5 whose state comes back %s is refused by the protocol', async (_how, alter, response) => {
    const { requestState } = await asked();
    const { message } = await answered(alter(requestState), response);
    expect(message.error).toMatchObject({ code: -32602 });
    expect(vault.seen).toEqual([]);
  });

  test('F15.3 cannot use the consent of another tenant or person', async () => {
    const { requestState } = await asked();
    const params = { requestState, inputResponses: { confirm: { action: 'accept' } } };
    const as = (who: Who) => kit.as(who).withEra('2026-07-28').withCapabilities(asking);
    const other = await as({ tenant: 'b' }).call(tool, erase, { params });
    expect(other.message.error).toMatchObject({ code: -32602 });
    const eva = await as({ subject: 'eva' }).call(tool, erase, { params });
    expect(eva.body.error).toMatchObject({ code: 'CONFLICT', details: { reason: 'confirmation_foreign' } });
    expect(vault.seen).toEqual([]);
  });

  test('F15.3 cannot use the consent for other arguments', async () => {
    const { requestState } = await asked();
    const { body } = await answered(requestState, { action: 'accept' }, { ...erase, label: 'south' });
    expect(body.error).toMatchObject({ code: 'CONFLICT', details: { reason: 'confirmation_other_call' } });
    expect(vault.seen).toEqual([]);
  });

  test('is asked again when it brings no answer', async () => {
    const { requestState } = await asked();
    const { result } = await answered(requestState, undefined);
    expect(result.resultType).toBe('input_required');
  });

  test('is given the token when it brings no answer and can ask no more', async () => {
    const { requestState } = await asked();
    const { body } = await client()
      .withCapabilities({})
      .call(tool, erase, { params: { requestState, inputResponses: {} } });
    expect(body.control).toMatchObject({ confirmation_required: true });
    expect(vault.seen).toEqual([]);
  });

  test('cannot use the question as the token of a second call, nor a token as the answer to a question', async () => {
    const { requestState } = await asked();
    const early = await kit.as().call(tool, { ...erase, confirm_token: requestState });
    expect(early.body.error).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'confirmation_other_call' },
    });
    const late = await answered(await tokenOf(erase), { action: 'accept' });
    expect(late.body.error).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'confirmation_other_call' },
    });
    expect(vault.seen).toEqual([]);
  });
});

describe('a dry run', () => {
  test('A.4 of what has to be confirmed asks for no confirmation and executes nothing', async () => {
    const { body } = await kit.as().call(tool, { ...erase, dry_run: true });
    expect(body).toMatchObject({
      data: { plan: { label: 'north', items: 12 } },
      control: { dry_run: true, message: expect.stringContaining('nothing was executed') },
    });
    expect(body.control).not.toHaveProperty('confirm_token');
    expect(body).not.toHaveProperty('state');
    expect(vault.seen).toEqual([]);
  });

  test('is the default where the definition says so', async () => {
    const sweep = { action: 'sweep', label: 'north' };
    const { body } = await kit.as().call(tool, sweep);
    expect(body.control).toMatchObject({ dry_run: true });
    const run = await kit.as().call(tool, { ...sweep, dry_run: false });
    expect(run.body.data).toEqual({ swept: 3 });
  });

  test('is refused where the write would be', async () => {
    const { body } = await kit.as().call(tool, { ...erase, label: 'missing', dry_run: true });
    expect(body.error.code).toBe('NOT_FOUND');
  });
});
