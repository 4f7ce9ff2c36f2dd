import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { confirmed } from '../support/confirmed.ts';
import { edgeConfig, toolCall } from '../support/edge.ts';
import { createLogCapture, type LogCapture } from '../support/log-capture.ts';
import { httpCall } from '../support/raw-http.ts';
import { createTestIdentity, type TestIdentity } from '../support/tokens.ts';

/** Long enough for the platform, and in no other text of the tests. */
const password = 'CANARY correct horse battery';

let sandbox: Sandbox;
let identity: TestIdentity;
let logs: LogCapture;
let close: () => Promise<void>;
let port = 0;
/** Every byte that left the service. */
let said = '';

beforeAll(async () => {
  sandbox = await startSandbox();
  identity = await createTestIdentity();
  logs = createLogCapture('debug');
  const app = await createApp({
    config: edgeConfig({ LOG_LEVEL: 'debug', RATE_PER_MINUTE: '100000' }),
    sandboxUrl: sandbox.url,
    issuers: identity.issuers,
    tenants: identity.tenants,
    log: logs.log,
  });
  port = Number(new URL((await app.listen()).url).port);
  close = async () => {
    await app.close();
    await sandbox.close();
  };
});
afterEach(() => {
  expect(said).not.toContain(password);
  expect(logs.text()).not.toContain(password);
  sandbox.faults.clear();
  sandbox.reset();
  said = '';
});
afterAll(() => close());

async function call(tool: string, args: object) {
  const answer = await httpCall(port, {
    method: 'POST',
    path: '/mcp',
    body: JSON.stringify(toolCall(tool, args)),
    headers: {
      authorization: `Bearer ${await identity.mint({ tenant: 'a' })}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
  });
  said += answer.text;
  return JSON.parse(answer.json.result.content[0].text);
}

const manage = (args: object) => call('core-users-manage', args);
const confirm = (args: object) => confirmed((sent) => manage(sent), { ...args });
const sentPasswords = () => sandbox.requests.list().filter(({ body }) => body.includes(password)).length;

describe('a password', () => {
  test('is replaced only with consent, to a sentence that names the consequence', async () => {
    sandbox.requests.clear();
    const { control, data } = await manage({ identifier: 41, password });
    expect(control.confirmation_required).toBe(true);
    expect(control.message).toContain('signed out everywhere (2 open sessions)');
    expect(control.message).toContain('must choose another one at the next sign-in');
    expect(data.plan).toEqual({ changed: [], password_is_replaced: true, ends_sessions: 2 });
    expect(sentPasswords()).toBe(0);
  });

  test('ends every session of the member, as a reading shows', async () => {
    const { data, state } = await confirm({ identifier: 41, password });
    expect(data.sessions_open).toBe(0);
    expect(data.user).not.toHaveProperty('password');
    expect(state.status).toBe('done');
    expect((await manage({ action: 'sessions', identifier: 41 })).data.sessions).toEqual([]);
  });

  test('that did not arrive is warned about', async () => {
    const change = ({ password: _dropped, ...body }: Readonly<Record<string, unknown>>) => body;
    const effect = { kind: 'alter-body', change: change as never } as const;
    sandbox.faults.inject({ match: { method: 'PUT' }, effect });
    const { data, state } = await confirm({ identifier: 41, password });
    expect(data.sessions_open).toBe(2);
    expect(state.warnings).toMatchObject([{ code: 'SESSIONS_STILL_OPEN', path: 'password' }]);
  });

  test('stays out of a complaint of the platform that quotes it', async () => {
    const errors = [{ field: 'password', messages: [`"${password}" is too common`] }];
    const effect = { kind: 'answer', status: 409, body: { errors } } as const;
    for (const method of ['PUT', 'POST']) sandbox.faults.inject({ match: { method }, effect });
    const complaint = {
      code: 'INVALID_PARAMS',
      fields: [{ path: 'password', message: '"[redacted]" is too common' }],
    };
    expect((await confirm({ identifier: 41, password })).error).toMatchObject(complaint);
    expect((await manage({ email: 'p@andes.example', password })).error).toMatchObject(complaint);
    const upsert = await call('core-users-upsert', { email: 'p@andes.example', initial_password: password });
    expect(upsert.error).toMatchObject(complaint);
  });

  test('is refused in the name of its parameter where it is too short', async () => {
    const { error } = await confirm({ identifier: 41, password: 'short pass' });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'password' }] });
  });

  test('of a new user is sent once and answered never', async () => {
    sandbox.requests.clear();
    const names = { first_name: 'New', last_name: 'User' };
    await manage({ email: 'created@andes.example', ...names, password });
    const args = { email: 'upserted@andes.example', ...names, initial_password: password };
    const made = await call('core-users-upsert', args);
    expect(made.data.user_created).toBe(true);
    expect(sentPasswords()).toBe(2);
  });

  test('of a user who exists is left alone by an upsert', async () => {
    sandbox.requests.clear();
    const args = { email: 'site.builder@andes.example', initial_password: password };
    const { data, state } = await call('core-users-upsert', args);
    expect([data.user_created, state.status]).toEqual([false, 'unchanged']);
    expect(sentPasswords()).toBe(0);
    expect((await manage({ action: 'sessions', identifier: 41 })).data.sessions).toHaveLength(2);
  });

  test('leaves no trace in the audit line that would tell two of them apart', async () => {
    const hashOf = async (secret: string) => {
      await manage({ identifier: 41, password: secret });
      return logs.lines().findLast(({ audit }) => audit === 'tool_call')?.['arguments_hash'];
    };
    expect(await hashOf(password)).toBe(await hashOf('another password of the member'));
    expect(await hashOf(password)).toBeTypeOf('string');
  });
});
