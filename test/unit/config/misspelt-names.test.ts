import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { ConfigError } from '../../../src/config/config-error.ts';

const noFile = (path: string) => {
  throw new Error(`No test reads ${path}.`);
};

function faultsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    loadConfig({ env, readFile: noFile });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map(({ variable, message }) => `${variable} ${message}`);
  }
}

test.each([
  ['READ_ONYL', 'READ_ONLY'],
  ['READONLY', 'READ_ONLY'],
  ['read_only', 'READ_ONLY'],
  ['MODYO_HOST_SUFFIX', undefined],
  ['SEAL_KEYS_FIEL', 'SEAL_KEYS_FILE'],
  ['TENANT_FILE', 'TENANTS_FILE'],
  ['GATE_VISIBILTY', 'GATE_VISIBILITY'],
  ['REDIS_URI', 'REDIS_URL'],
])('F13.2 the service does not start with %s, which is no variable', (name, meant) => {
  expect(faultsOf({ [name]: 'x' })).toEqual(
    meant === undefined ? [] : [`${name} is no variable; ${meant} is`],
  );
});

test.each(['PATH', 'HOME', 'HOSTS', 'PORTS', 'REDIS_PORT', 'REDIS_SERVICE_HOST', 'npm_config_loglevel'])(
  'a name %s that is nobody’s slip is left alone',
  (name) => {
    expect(faultsOf({ [name]: 'x' })).toEqual([]);
  },
);

test('beside the variable that it resembles, a name is somebody else’s', () => {
  expect(faultsOf({ LOG_LEVELS: 'x', LOG_LEVEL: 'info' })).toEqual([]);
});

test.each([
  ['TENANTS_FILE', 'tenants: []\ntenant: []\n'],
  ['TENANTS_FILE', 'tenants: [{id: a, host: acme.modyo.cloud, token: t, polices: {}}]\n'],
  ['ISSUERS_FILE', 'issuers: []\nextra: 1\n'],
])('F13.2 the service does not start with an unknown key in the file of %s', (variable, text) => {
  const load = () => loadConfig({ env: { [variable]: '/file.yaml' }, readFile: () => text });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(/nrecognized key|nknown/);
});
