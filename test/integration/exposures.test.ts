import { afterEach, describe, expect, test } from 'vitest';
import type { Exposure } from '../../src/tenant/policy.ts';
import { createBillingDesk, createBillingTools } from '../support/billing-tools.ts';
import { type Edge, startEdge, toolCall } from '../support/edge.ts';
import { type Actor, type Testkit, testkit } from '../support/testkit.ts';
import { createVault } from '../support/vault-tools.ts';
import type { Wire } from '../support/wire.ts';

/** What guards an action guards it in every exposure, and is told in the names that the caller knows. */

interface Call {
  readonly name: string;
  readonly args: object;
}

/** The same action as each exposure calls it. */
const calls: Readonly<Record<Exposure, (action: string, args: object) => Call>> = {
  grouped: (action, args) => ({ name: 'core-vaults-manage', args: { action, ...args } }),
  flat: (action, args) => ({ name: `core-vaults-${action}`, args }),
  catalog: (action, args) => ({
    name: action === 'seal' ? 'tools-write' : 'tools-destroy',
    args: { name: `core-vaults-${action}`, arguments: args },
  }),
};
const exposures = ['grouped', 'flat', 'catalog'] as const;
const accept = { action: 'accept', content: { confirm: true } };
const north = { label: 'north' };

let vault = createVault();
let open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open) await one.close();
  open = [];
});

async function startKit(exposure: Exposure, env: Readonly<Record<string, string>> = {}): Promise<Testkit> {
  vault = createVault();
  const kit = await testkit({ tools: vault.tools, env: { EXPOSURE: exposure, ...env } });
  open.push(kit);
  return kit;
}

describe.each(exposures)('in the %s exposure', (exposure) => {
  const send = (
    actor: Actor,
    action: string,
    args: object,
    params: Readonly<Record<string, unknown>> = {},
  ) => {
    const { name, args: sent } = calls[exposure](action, args);
    return actor.call(name, sent, { params });
  };
  const asking = (kit: Testkit) =>
    kit
      .as()
      .withEra('2026-07-28')
      .withCapabilities({ elicitation: { form: {} } });

  test('A.4 a dry run shows the plan, asks nobody and runs nothing', async () => {
    const kit = await startKit(exposure);
    for (const actor of [kit.as(), asking(kit)]) {
      const { body } = await send(actor, 'erase', { ...north, dry_run: true });
      expect(body).toMatchObject({
        data: { plan: { label: 'north', items: 12 } },
        resource: { type: 'vault', id: 7 },
        control: { dry_run: true },
      });
    }
    expect(vault.seen).toEqual([]);
  });

  test('what is only tried by default runs when that is said', async () => {
    const kit = await startKit(exposure);
    expect((await send(kit.as(), 'sweep', north)).body.control).toMatchObject({ dry_run: true });
    expect(vault.seen).toEqual([]);
    expect((await send(kit.as(), 'sweep', { ...north, dry_run: false })).body.data).toEqual({ swept: 3 });
  });

  test('F15.1 a person is asked first, and a yes runs it once', async () => {
    const kit = await startKit(exposure);
    const actor = asking(kit);
    const asked = await send(actor, 'erase', north);
    expect(asked.result.resultType).toBe('input_required');
    const { requestState } = asked.result;
    const yes = { requestState, inputResponses: { confirm: accept } };
    const other = await send(actor, 'erase', { label: 'south' }, yes);
    expect(other.body.error).toMatchObject({ details: { reason: 'confirmation_other_call' } });
    expect((await send(actor, 'erase', north, yes)).body.data).toEqual({ erased: true });
    expect((await send(actor, 'erase', north, yes)).body.error).toMatchObject({
      details: { reason: 'confirmation_used' },
    });
    expect(vault.seen).toEqual([{ what: 'erase', label: 'north' }]);
  });

  test('F15.1 a no is reported as cancelled', async () => {
    const actor = asking(await startKit(exposure));
    const { requestState } = (await send(actor, 'erase', north)).result;
    const no = { requestState, inputResponses: { confirm: { action: 'decline' } } };
    expect((await send(actor, 'erase', north, no)).body.control).toMatchObject({ cancelled: true });
    expect(vault.seen).toEqual([]);
  });

  test.each(['erase', 'seal'])('F15.2 %s runs with the token of its first call', async (action) => {
    const actor = (await startKit(exposure)).as();
    const first = (await send(actor, action, north)).body;
    expect(first.control).toMatchObject({ confirmation_required: true });
    const { confirm_token } = first.control;
    expect((await send(actor, action, { ...north, confirm_token })).body.data).toBeDefined();
    expect(vault.seen).toEqual([{ what: action, label: 'north' }]);
  });

  test('F15.5 a state that this service did not make is an error of the protocol', async () => {
    const actor = asking(await startKit(exposure));
    const forged = { requestState: 'forged', inputResponses: { confirm: accept } };
    expect((await send(actor, 'erase', north, forged)).message.error.code).toBe(-32_602);
    expect(vault.seen).toEqual([]);
  });

  test('nobody is asked about what the plan refuses', async () => {
    const actor = asking(await startKit(exposure));
    expect((await send(actor, 'erase', { label: 'missing' })).body.error.code).toBe('NOT_FOUND');
  });

  test('read-only mode refuses by control what was consented to before', async () => {
    const writing = await startKit(exposure);
    const { confirm_token } = (await send(writing.as(), 'erase', north)).body.control;
    const reading = await startKit(exposure, { READ_ONLY: 'true' });
    for (const args of [north, { ...north, dry_run: true }, { ...north, confirm_token }]) {
      const { body, result } = await send(reading.as(), 'erase', args);
      expect(body.control).toMatchObject({ read_only: true, rejected: 'erase' });
      expect(result).not.toHaveProperty('isError');
    }
    expect(vault.seen).toEqual([]);
  });

  test('F10.8 F14.2 each call leaves one audit line, in the names of the definition', async () => {
    const kit = await startKit(exposure);
    await send(kit.as(), 'erase', north);
    await send(kit.as(), 'erase', { label: 7 });
    const lines = kit.logs.lines().filter(({ audit }) => audit === 'tool_call');
    expect(lines.map(({ tool, action, outcome }) => [tool, action, outcome])).toEqual([
      ['core-vaults-manage', 'erase', 'control'],
      ['core-vaults-manage', 'erase', 'INVALID_PARAMS'],
    ]);
  });
});

describe('a gate', () => {
  const billing: Readonly<Record<Exposure, (name: string) => Call>> = {
    grouped: (name) => ({ name, args: {} }),
    flat: (name) => ({ name, args: {} }),
    catalog: (name) => ({ name: 'tools-write', args: { name, arguments: {} } }),
  };

  test.each(exposures)(
    'F7.1 in the %s exposure names what leads to it as it is called there',
    async (exposure) => {
      const desk = createBillingDesk();
      const kit = await testkit({ tools: createBillingTools(desk), env: { EXPOSURE: exposure } });
      open.push(kit);
      const send = (name: string) => {
        const call = billing[exposure](name);
        return kit.as().call(call.name, call.args);
      };
      const { error } = (await send('billing-discharge')).body;
      const approve =
        exposure === 'catalog'
          ? { tool: 'tools-write', args: { name: 'billing-approve' } }
          : { tool: 'billing-approve' };
      expect(error).toMatchObject({
        code: 'STATE_CONFLICT',
        details: { state: 'open', requires: ['approved'] },
        available_actions: [approve],
      });
      expect(desk.deeds).toEqual([]);
      await send('billing-approve');
      expect((await send('billing-discharge')).body.data).toEqual({ discharged: true });
    },
  );

  test('N11.1 F7.15 keeps its action from a search, and a wrong executor still says which is right', async () => {
    const kit = await testkit({
      tools: createBillingTools(createBillingDesk()),
      env: { EXPOSURE: 'catalog' },
    });
    open.push(kit);
    const ask = async (name: string, args: object) => (await kit.as().call(name, args)).body;
    const found = async () => {
      const { data } = await ask('tools-search', { query: 'discharge approved billing', limit: 30 });
      return data.actions.map(({ name }: { readonly name: string }) => name);
    };
    expect(await found()).not.toContain('billing-discharge');
    const described = await ask('tools-describe', { names: ['billing-discharge'] });
    expect(described.error.code).toBe('NOT_FOUND');
    const wrong = await ask('tools-read', { name: 'billing-discharge' });
    expect(wrong.error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'name' }] });
    expect(wrong.error.message).toContain('tools-write');
    await ask('tools-write', { name: 'billing-approve' });
    expect(await found()).toContain('billing-discharge');
  });
});

describe('an action that a policy hides', () => {
  const post = async (edge: Edge, path: string, { name, args }: Call): Promise<Wire> => {
    const { json } = await edge.mcp({
      path,
      message: toolCall(name, args),
      headers: { accept: 'application/json, text/event-stream' },
    });
    return json.error ?? JSON.parse(json.result.content[0].text).error;
  };
  const named = (error: Wire, name: string) =>
    JSON.stringify({ ...error, request_id: undefined }).replaceAll(name, 'NAME');

  test.each(exposures)('is answered in the %s exposure like one that never was', async (exposure) => {
    vault = createVault();
    const edge = await startEdge({ app: { tools: vault.tools } });
    open.push(edge);
    const path = `/mcp?exposure=${exposure}&exclude=core-vaults-erase`;
    const hidden = await post(edge, path, calls[exposure]('erase', north));
    const unknown = await post(edge, path, calls[exposure]('crush', north));
    expect(hidden.code).toBe({ grouped: 'INVALID_PARAMS', flat: -32_602, catalog: 'NOT_FOUND' }[exposure]);
    expect(named(hidden, 'erase')).toBe(named(unknown, 'crush'));
    expect(vault.seen).toEqual([]);
  });

  test.each(exposures)('does not come back in the %s exposure with another spelling', async (exposure) => {
    vault = createVault();
    const edge = await startEdge({ app: { tools: vault.tools } });
    open.push(edge);
    const path = `/mcp?exposure=${exposure}&exclude=core-vaults-erase`;
    for (const name of [
      'core-vaults-erase',
      'core-vaults-manage',
      'core-vaults-manage.erase',
      'tools-destroy',
    ]) {
      for (const args of [
        { ...north, action: 'erase' },
        { name: 'core-vaults-erase', arguments: north },
        { name: 'CORE-VAULTS-ERASE', arguments: north },
        { name: 'core-vaults-manage', arguments: { action: 'erase', ...north } },
        { name: ' core-vaults-erase', arguments: north },
      ]) {
        expect((await post(edge, path, { name, args })).code).toBeDefined();
      }
    }
    expect(vault.seen).toEqual([]);
  });
});
