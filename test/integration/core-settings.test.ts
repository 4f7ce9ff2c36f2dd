import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
});
beforeEach(() => service.sandbox.reset());
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const ask = (args: object) => service.call('core-settings-manage', args);
const manage = (args: object) => service.confirm('core-settings-manage', args);
const writes = () => service.upstream().filter((line) => !line.startsWith('GET'));

describe('reading the settings', () => {
  test('answers the account, and no key of it', async () => {
    const { data, resource } = await ask({});
    expect(resource).toMatchObject({ type: 'account', id: 7, name: 'Andes Demo', uid: 'andes' });
    expect(data.settings).toMatchObject({ lang: 'es', delivery_token_expiration: 3600 });
    expect(JSON.stringify(data)).not.toContain('delivery-key-of-the-sandbox');
  });
});

describe('changing the settings', () => {
  test('changes what is sent, asks nobody, and verifies it by readings', async () => {
    const { data, state, control } = await ask({ name: 'Andes', lang: 'en', verify: true });
    expect(control).toBeUndefined();
    expect(data.settings).toMatchObject({ name: 'Andes', lang: 'en', time_zone: 'Santiago' });
    expect(data.changed).toEqual([
      { path: 'name', before: 'Andes Demo', after: 'Andes' },
      { path: 'lang', before: 'es', after: 'en' },
    ]);
    expect(state).toEqual({ status: 'done', invalidates: expect.any(Array) });
  });

  test('says of a setting that Modyo does not show that it cannot be verified', async () => {
    const { state, data } = await manage({ min_length_value: 16, robots_enabled: false });
    expect(data.settings.min_length_value).toBeUndefined();
    expect(state).toMatchObject({
      status: 'accepted',
      warnings: [
        { code: 'VALUE_NOT_SHOWN', path: 'robots_enabled' },
        { code: 'VALUE_NOT_SHOWN', path: 'min_length_value' },
      ],
    });
  });

  test('says so if what is stored is not what was sent, or something else moved', async () => {
    service.sandbox.faults.inject({
      match: { method: 'PUT' },
      times: 1,
      effect: { kind: 'alter-body', change: (body) => ({ ...body, name: 'Other', lang: 'pt' }) },
    });
    const { data, state } = await ask({ name: 'Wanted' });
    expect(data.settings.name).toBe('Other');
    expect(state.warnings).toMatchObject([
      { code: 'VALUE_CHANGED', path: 'name' },
      { code: 'OTHER_VALUE_CHANGED', path: 'lang' },
    ]);
  });

  test('names the parameter that Modyo refuses', async () => {
    const { error } = await manage({ host: 'login' });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'host' }] });
    const site = await manage({ default_site_id: 999 });
    expect(site.error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'default_site_id' }] });
  });
});

describe('what locks people out is asked about first, with what follows from it', () => {
  test.each([
    [{ host: 'andes-nuevo' }, 'this connection included'],
    [{ min_length_value: 20 }, 'a password that breaks them has to be replaced'],
    [{ require_symbols_enabled: true }, 'a password that breaks them has to be replaced'],
    [{ otp_required: true }, 'locked out without one'],
    [{ otp_required: false }, 'without a second factor'],
    [{ expire_after: 900 }, 'Sessions end'],
    [{ inactive_period_enabled: true }, 'deactivated for staying away'],
    [{ cors_allow_all: true }, 'Any web page'],
    [{ default_site_id: 22 }, 'sent elsewhere'],
  ])('%j', async (args, consequence) => {
    service.upstream();
    const { control, data } = await ask(args);
    expect(control).toMatchObject({ confirmation_required: true });
    expect(control.message).toContain(consequence);
    expect(data).toBeDefined();
    expect(writes()).toEqual([]);
  });

  test('and not where it is so already', async () => {
    const { control, isError } = await ask({ host: 'andes' });
    expect(control).toBeUndefined();
    expect(isError).toBe(false);
  });
});

test('under another host the account answers no longer, and the answer is what the platform said', async () => {
  const { data, state, error } = await manage({ host: 'andes-nuevo', verify: true });
  expect(error).toBeUndefined();
  expect(data.settings.host).toBe('andes-nuevo');
  expect(state.warnings).toMatchObject([
    { code: 'HOST_CHANGED', path: 'host' },
    { code: 'VERIFY_FAILED', path: 'data.after' },
  ]);
  expect((await ask({})).error.code).toBe('NOT_FOUND');
});

describe('what does not fit is refused before Modyo is asked', () => {
  test.each([
    ['a host with a domain', { host: 'andes.example.com' }, 'host'],
    ['a host that climbs', { host: '../andes' }, 'host'],
    ['a short password', { min_length_value: 6 }, 'min_length_value'],
    ['a time that sessions cannot have', { expire_after: 1000 }, 'expire_after'],
    ['a language that is none', { lang: 'fr' }, 'lang'],
    ['another type', { otp_required: 'always' }, 'otp_required'],
    ['an unknown setting', { theme: 'dark' }, 'theme'],
    ['a megabyte', { name: 'x'.repeat(1_000_000) }, 'name'],
  ])('%s', async (_name, args, path) => {
    service.upstream();
    const { error } = await ask(args);
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path }] });
    expect(service.upstream()).toEqual([]);
  });
});

test('a write needs the scope of an administrator, and a reading does not', async () => {
  service.upstream();
  const scopes = ['modyo:read', 'modyo:write'] as const;
  const refused = await service.send('core-settings-manage', { lang: 'en' }, { scopes });
  expect(refused.status).toBe(403);
  expect(refused.headers['www-authenticate']).toContain('modyo:admin');
  expect(service.upstream()).toEqual([]);
  expect((await service.call('core-settings-manage', {}, { scopes })).isError).toBe(false);
});
