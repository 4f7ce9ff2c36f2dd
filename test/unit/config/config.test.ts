import { describe, expect, test } from 'vitest';
import { type Config, loadConfig } from '../../../src/config/config.ts';
import { ConfigError } from '../../../src/config/config-error.ts';
import { variables } from '../../../src/config/variables.ts';

const publicKey = '{kty: EC, crv: P-256, x: "x", y: "y"}';
const registryIssuer = `
issuers:
  - issuer: https://id.example.com
    jwks: {keys: [${publicKey}]}
    tenant_mode: registry
`;
const sealedIssuer = registryIssuer.replace('registry', 'sealed');
const jwe = `eyJhbGciOiJkaXIifQ..${'i'.repeat(16)}.CANARY.${'t'.repeat(22)}`;
const oneTenant = (host = 'acme.modyo.cloud', token = `token: ${jwe}`) =>
  `tenants: [{id: acme, host: ${host}, ${token}}]`;
const sealKeys = `k1:${Buffer.alloc(32, 1).toString('base64')}`;

/** Loads from an environment and files by path; whatever is not given is not there. */
function load(env: Record<string, string> = {}, files: Record<string, string> = {}): Config {
  return loadConfig({
    env,
    readFile(path) {
      const text = files[path];
      if (text === undefined) throw Object.assign(new Error(`no ${path}`), { code: 'ENOENT' });
      return text;
    },
  });
}

/** The faults as the operator reads them. */
function faultsOf(env: Record<string, string>, files: Record<string, string> = {}): readonly string[] {
  try {
    load(env, files);
  } catch (error) {
    if (error instanceof ConfigError)
      return error.faults.map(({ variable, message }) => `${variable} ${message}`);
    throw error;
  }
  return [];
}

const registryEnv = {
  ISSUERS_FILE: '/etc/issuers.yaml',
  TENANTS_FILE: '/etc/tenants.yaml',
  SEAL_KEYS: sealKeys,
};
const registryFiles = { '/etc/issuers.yaml': registryIssuer, '/etc/tenants.yaml': oneTenant() };

describe('without any variable', () => {
  test('the service is a demo for this machine', () => {
    expect(load()).toEqual({
      host: '127.0.0.1',
      port: 3000,
      metricsPort: 9464,
      publicUrl: 'http://127.0.0.1:3000/mcp',
      allowedHosts: ['localhost', '127.0.0.1', '[::1]'],
      allowedOrigins: [],
      trustedProxies: [],
      boundToLoopback: true,
      issuers: [],
      tenants: [],
      sealKeys: [],
      modyoHostSuffixes: ['modyo.cloud', 'modyo.com'],
      sandbox: { kind: 'embedded' },
      policy: {
        modules: ['core', 'content', 'channels', 'customers', 'widgets'],
        readOnly: false,
        exposure: 'grouped',
        describe: 'full',
        pins: {},
        gateVisibility: 'list',
        toolsDenied: [],
        ratePerMinute: 600,
        concurrency: 8,
      },
      addressRatePerMinute: 6000,
      bodyLimitBytes: 2_097_152,
      requestTimeoutMs: 20_000,
      upstreamTimeoutMs: 10_000,
      drainTimeoutMs: 22_000,
      redis: undefined,
      identifierTtlSeconds: 300,
      contractDigest: undefined,
      logLevel: 'info',
      nodeEnv: 'development',
    } satisfies Config);
  });

  test('nothing can be changed afterwards', () => {
    const config = load(registryEnv, registryFiles);
    const parts: unknown[] = [config, config.policy, config.policy.modules, config.sandbox, config.tenants];
    expect(parts.map(Object.isFrozen)).toEqual(parts.map(() => true));
    expect(Object.isFrozen(config.tenants[0])).toBe(true);
  });

  test('empty texts and foreign variables count as absent', () => {
    const blank = Object.fromEntries(variables.map(({ name }) => [name, '']));
    expect(load({ ...blank, PATH: '/bin', HTTPS_PROXY: 'http://proxy' })).toEqual(load());
  });

  test('every default is a text that could have been given', () => {
    const given = variables.flatMap(({ name, default: text }) => (text ? [[name, text]] : []));
    expect(load(Object.fromEntries(given))).toEqual(load());
  });
});

describe('values', () => {
  test.each<[string, string, keyof Config, unknown]>([
    ['PUBLIC_URL', 'https://mcp.example.com/mcp/', 'publicUrl', 'https://mcp.example.com/mcp'],
    ['PUBLIC_URL', 'http://localhost:8080/mcp', 'publicUrl', 'http://localhost:8080/mcp'],
    ['PUBLIC_URL', 'https://gw.example.com/team/mcp', 'publicUrl', 'https://gw.example.com/team/mcp'],
    [
      'ALLOWED_HOSTS',
      'MCP.example.com, localhost:3000,[::1]',
      'allowedHosts',
      ['mcp.example.com', 'localhost:3000', '[::1]'],
    ],
    ['ALLOWED_ORIGINS', 'https://app.example.com', 'allowedOrigins', ['https://app.example.com']],
    ['TRUSTED_PROXIES', '10.0.0.0/8,::1', 'trustedProxies', ['10.0.0.0/8', '::1']],
    ['SANDBOX', 'http://modyo:4100/', 'sandbox', { kind: 'url', url: 'http://modyo:4100' }],
    ['MODYO_HOST_SUFFIXES', 'Bank.example', 'modyoHostSuffixes', ['bank.example']],
    ['IDENTIFIER_TTL_SECONDS', '0', 'identifierTtlSeconds', 0],
    ['CONTRACT_DIGEST', `sha256:${'0a'.repeat(32)}`, 'contractDigest', `sha256:${'0a'.repeat(32)}`],
    ['LOG_LEVEL', 'debug', 'logLevel', 'debug'],
  ])('%s=%s', (name, text, member, expected) => {
    expect(load({ [name]: text })[member]).toEqual(expected);
  });

  test('exposure, descriptions and gates make the policy', () => {
    const env = { EXPOSURE: 'catalog', DESCRIBE: 'compact', GATE_VISIBILITY: 'call' };
    expect(load(env).policy).toMatchObject({
      exposure: 'catalog',
      describe: 'compact',
      gateVisibility: 'call',
    });
    expect(() => load({ EXPOSURE: 'grid' })).toThrow('EXPOSURE must be one of grouped, flat, catalog');
  });

  test('modules and read-only make the policy', () => {
    expect(load({ MODULES: 'content', READ_ONLY: 'true' }).policy).toMatchObject({
      modules: ['content'],
      readOnly: true,
    });
  });

  test('bound to every address, any Host is accepted unless a list says otherwise', () => {
    expect(load({ HOST: '0.0.0.0' })).toMatchObject({ allowedHosts: undefined, boundToLoopback: false });
  });

  test('bound to this machine, the host of the public URL is accepted too', () => {
    expect(load({ PUBLIC_URL: 'https://mcp.example.com/mcp' }).allowedHosts).toContain('mcp.example.com');
  });

  test('Redis is told with its mode', () => {
    const env = {
      REDIS_URL: 'rediss://s1,rediss://s2',
      REDIS_MODE: 'sentinel',
      REDIS_SENTINEL_MASTER: 'main',
    };
    expect(load(env).redis).toEqual({ url: env.REDIS_URL, mode: 'sentinel', sentinelMaster: 'main' });
  });
});

describe('a faulty value is named and not repeated', () => {
  test.each<[string, string, RegExp]>([
    ['PORT', '3000x', /^PORT must be a whole number from 0 to 65535$/],
    ['PORT', '-1', /^PORT must be a whole number/],
    ['PORT', '65536', /^PORT must be a whole number/],
    ['PORT', '1e3', /^PORT must be a whole number/],
    ['REQUEST_TIMEOUT_MS', '0', /^REQUEST_TIMEOUT_MS must be a whole number from 100/],
    ['READ_ONLY', 'yes', /^READ_ONLY must be exactly true or false$/],
    ['READ_ONLY', 'True', /^READ_ONLY must be exactly true or false$/],
    ['READ_ONLY', '1', /^READ_ONLY must be exactly true or false$/],
    ['MODULES', 'content,contents', /^MODULES must be one of core, content/],
    ['MODULES', ' , ', /^MODULES must name at least one$/],
    ['CONTRACT_DIGEST', `sha256:${'0A'.repeat(32)}`, /^CONTRACT_DIGEST must be sha256: and 64/],
    ['LOG_LEVEL', 'verbose', /^LOG_LEVEL must be one of debug, info/],
    ['HOST', 'a b', /^HOST must be an address/],
    ['PUBLIC_URL', 'mcp.example.com/mcp', /^PUBLIC_URL must be a URL/],
    ['PUBLIC_URL', 'http://mcp.example.com/mcp', /^PUBLIC_URL must begin with https/],
    ['PUBLIC_URL', 'https://mcp.example.com/', /^PUBLIC_URL must end in \/mcp$/],
    ['PUBLIC_URL', 'https://u:CANARY@mcp.example.com/mcp', /^PUBLIC_URL must not have credentials/],
    ['PUBLIC_URL', 'https://mcp.example.com/mcp?x=1', /^PUBLIC_URL must not have credentials, a query/],
    ['ALLOWED_HOSTS', 'https://mcp.example.com', /^ALLOWED_HOSTS must be host names/],
    ['ALLOWED_ORIGINS', 'https://app.example.com/', /^ALLOWED_ORIGINS must be origins/],
    ['ALLOWED_ORIGINS', '*', /^ALLOWED_ORIGINS must be origins/],
    ['TRUSTED_PROXIES', 'true', /^TRUSTED_PROXIES must be addresses or networks/],
    ['TRUSTED_PROXIES', '10.0.0.0/33', /^TRUSTED_PROXIES must be addresses or networks/],
    ['MODYO_HOST_SUFFIXES', 'cloud', /^MODYO_HOST_SUFFIXES must be domain names/],
    ['MODYO_HOST_SUFFIXES', '10.0.0.1', /^MODYO_HOST_SUFFIXES must be domain names/],
    ['SANDBOX', 'on', /^SANDBOX must be embedded, off, or an http/],
    ['SEAL_KEYS', 'k1:Q0FOQVJZ', /^SEAL_KEYS the key of k1 is not 32 bytes long$/],
    ['REDIS_URL', 'http://u:CANARY@h', /^REDIS_URL is not a redis:\/\/ or rediss:\/\/ URL$/],
    ['REDIS_MODE', 'replicated', /^REDIS_MODE must be one of single, sentinel, cluster$/],
  ])('%s=%s', (name, text, expected) => {
    const faults = faultsOf({ [name]: text });
    expect(faults).toEqual([expect.stringMatching(expected)]);
    expect(faults.join()).not.toMatch(/CANARY|Q0FOQVJZ/);
  });
});

describe('variables that do not fit together', () => {
  const offWithIssuer = { ISSUERS_FILE: '/etc/issuers.yaml', SEAL_KEYS: sealKeys };
  test.each<[string, Record<string, string>, RegExp]>([
    ['the same port twice', { PORT: '9464' }, /^METRICS_PORT must not be the same as PORT$/],
    [
      'upstream slower than the call',
      { UPSTREAM_TIMEOUT_MS: '30000' },
      /^UPSTREAM_TIMEOUT_MS must not be more than/,
    ],
    ['no Modyo and no issuer', { SANDBOX: 'off' }, /^ISSUERS_FILE is needed when SANDBOX is off/],
    [
      'open to the network without its URL',
      { ...offWithIssuer, HOST: '0.0.0.0' },
      /^PUBLIC_URL is needed when HOST/,
    ],
    [
      'sentinels without a master',
      { REDIS_URL: 'redis://s', REDIS_MODE: 'sentinel' },
      /^REDIS_SENTINEL_MASTER is needed/,
    ],
    ['a mode without a URL', { REDIS_MODE: 'cluster' }, /^REDIS_URL is needed when REDIS_MODE is cluster$/],
    ['several nodes in single mode', { REDIS_URL: 'redis://a,redis://b' }, /^REDIS_URL names several nodes/],
    [
      'a sealed issuer without keys',
      { ISSUERS_FILE: '/etc/issuers.yaml' },
      /^SEAL_KEYS is needed when an issuer has tenant_mode sealed$/,
    ],
    [
      'a secret twice',
      { SEAL_KEYS: sealKeys, SEAL_KEYS_FILE: '/run/keys' },
      /^SEAL_KEYS and SEAL_KEYS_FILE are both set/,
    ],
  ])('%s', (_what, env, expected) => {
    const files = { '/etc/issuers.yaml': sealedIssuer, '/run/keys': sealKeys };
    expect(faultsOf(env, files)).toEqual([expect.stringMatching(expected)]);
  });

  test('a PORT of 0 twice is no contradiction, both take a free one', () => {
    expect(faultsOf({ PORT: '0', METRICS_PORT: '0' })).toEqual([]);
  });

  test('all faults come at once, and a default that stands in for a faulty value adds none', () => {
    const env = {
      PORT: 'CANARY',
      READ_ONLY: 'maybe',
      REQUEST_TIMEOUT_MS: 'long',
      UPSTREAM_TIMEOUT_MS: '30000',
      ISSUERS_FILE: '/etc/missing.yaml',
      REDIS_MODE: 'cluster',
      REDIS_SENTINEL_PASSWORD_FILE: '/run/missing',
    };
    const names = faultsOf(env).map((fault) => fault.split(' ')[0]);
    expect(names.sort()).toEqual([
      'ISSUERS_FILE',
      'PORT',
      'READ_ONLY',
      'REDIS_SENTINEL_PASSWORD_FILE',
      'REDIS_URL',
      'REQUEST_TIMEOUT_MS',
    ]);
    expect(() => load(env)).toThrow(
      /^The configuration has 6 faults:\n {2}REDIS_SENTINEL_PASSWORD_FILE names/,
    );
  });
});

describe('secrets from files', () => {
  test('are read, blanks at the ends removed', () => {
    const config = load(
      { SEAL_KEYS_FILE: '/run/keys', REDIS_URL_FILE: '/run/redis' },
      {
        '/run/keys': `${sealKeys}\n`,
        '/run/redis': ' redis://u:p@h \n',
      },
    );
    expect(config.sealKeys.map(({ kid }) => kid)).toEqual(['k1']);
    expect(config.redis?.url).toBe('redis://u:p@h');
  });

  test('that are missing or faulty are named without their text', () => {
    expect(faultsOf({ SEAL_KEYS_FILE: '/run/none' })).toEqual([
      'SEAL_KEYS_FILE names /run/none, which cannot be read (ENOENT)',
    ]);
    expect(faultsOf({ SEAL_KEYS_FILE: '/run/keys' }, { '/run/keys': 'CANARY' }).join()).not.toContain(
      'CANARY',
    );
  });

  test('are offered for secrets only', () => {
    expect(load({ PORT_FILE: '/run/port' }, { '/run/port': '1' }).port).toBe(3000);
  });
});

describe('issuers and tenants', () => {
  test('are read, the files beside them too, and the sandbox goes off', () => {
    const config = load(
      { ...registryEnv, SANDBOX: '' },
      {
        '/etc/issuers.yaml': `issuers: [{issuer: https://id.example.com, jwks_file: keys/public.json, tenant_mode: registry}]`,
        '/etc/keys/public.json': '{"keys":[{"kty":"EC","crv":"P-256","x":"x","y":"y"}]}',
        '/etc/tenants.yaml': oneTenant('acme.modyo.cloud', 'token_file: /run/token'),
        '/run/token': 'CANARY-modyo-token\n',
      },
    );
    expect(config.sandbox).toEqual({ kind: 'off' });
    expect(config.issuers).toMatchObject([
      { issuer: 'https://id.example.com', keySource: { kind: 'inline', keys: [{ kty: 'EC' }] } },
    ]);
    expect(config.tenants).toMatchObject([{ id: 'acme', token: { kind: 'opened' } }]);
    expect(JSON.stringify(config)).not.toContain('CANARY');
  });

  test('may stand beside the embedded sandbox, whose hosts then are allowed', () => {
    const files = { ...registryFiles, '/etc/tenants.yaml': oneTenant('andes.sandbox.invalid') };
    expect(load({ ...registryEnv, SANDBOX: 'embedded' }, files).sandbox).toEqual({ kind: 'embedded' });
    expect(faultsOf(registryEnv, files)).toEqual([
      'TENANTS_FILE names tenant acme, whose host is one of the sandbox: set SANDBOX, or take the record out',
    ]);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'a missing file',
      { '/etc/issuers.yaml': registryIssuer },
      /^TENANTS_FILE names \/etc\/tenants.yaml, which cannot be read \(ENOENT\)$/,
    ],
    [
      'broken YAML',
      { ...registryFiles, '/etc/tenants.yaml': 'tenants:\n  - id: "CANARY\n' },
      /^TENANTS_FILE names \/etc\/tenants.yaml, which is no valid YAML \(line \d, /,
    ],
    [
      'a plain token',
      { ...registryFiles, '/etc/tenants.yaml': oneTenant('acme.modyo.cloud', 'token: CANARY') },
      /^TENANTS_FILE names \/etc\/tenants.yaml, where tenants\[0\].token: must be sealed/,
    ],
    [
      'an unknown member',
      { ...registryFiles, '/etc/tenants.yaml': 'tenants: []\nextra: CANARY' },
      /^TENANTS_FILE names .*where the whole: Unrecognized key/,
    ],
    [
      'a foreign host',
      { ...registryFiles, '/etc/tenants.yaml': oneTenant('evilmodyo.cloud') },
      /^TENANTS_FILE names tenant acme, whose host lies outside/,
    ],
    [
      'no key file',
      { ...registryFiles, '/etc/issuers.yaml': registryIssuer.replace(/jwks: .*/, 'jwks_file: none.json') },
      /^ISSUERS_FILE names .*issuer https:\/\/id.example.com, whose file cannot be used \(ENOENT\)$/,
    ],
    [
      'a key file that is none',
      {
        ...registryFiles,
        '/etc/none.json': 'CANARY',
        '/etc/issuers.yaml': registryIssuer.replace(/jwks: .*/, 'jwks_file: none.json'),
      },
      /^ISSUERS_FILE .*\(no valid JSON\)$/,
    ],
    [
      'no token file',
      { ...registryFiles, '/etc/tenants.yaml': oneTenant('acme.modyo.cloud', 'token_file: none') },
      /^TENANTS_FILE names .*tenant acme, whose file cannot be used \(ENOENT\)$/,
    ],
    [
      'a tenant of no issuer',
      {
        ...registryFiles,
        '/etc/tenants.yaml': `tenants: [{id: acme, issuer: "https://other", host: acme.modyo.cloud, token: "${jwe}"}]`,
      },
      /^TENANTS_FILE does not fit ISSUERS_FILE: tenant acme names no issuer/,
    ],
  ])('%s is reported, and no secret with it', (_what, files, expected) => {
    const faults = faultsOf(registryEnv, files);
    expect(faults).toEqual([expect.stringMatching(expected)]);
    expect(faults.join()).not.toContain('CANARY');
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'tenants without issuers',
      { TENANTS_FILE: '/etc/tenants.yaml', SEAL_KEYS: sealKeys },
      'ISSUERS_FILE is needed when TENANTS_FILE is set',
    ],
    [
      'a registry without tenants',
      { ISSUERS_FILE: '/etc/issuers.yaml' },
      'TENANTS_FILE is needed when an issuer has tenant_mode registry',
    ],
    [
      'sealed tokens without keys',
      { ISSUERS_FILE: '/etc/issuers.yaml', TENANTS_FILE: '/etc/tenants.yaml' },
      'SEAL_KEYS is needed when a tenant has a sealed token',
    ],
  ])('%s are refused', (_what, env, expected) => {
    expect(faultsOf(env, registryFiles)).toEqual([expect.stringContaining(expected)]);
  });
});

test('every variable is described with its type, and with its default or what its absence means', () => {
  for (const { name, type, description, default: text, absent } of variables) {
    expect({ name, hasType: type !== '', isSentence: description.endsWith('.') }).toEqual({
      name,
      hasType: true,
      isSentence: true,
    });
    expect((text === undefined) !== (absent === undefined)).toBe(true);
    expect(name.endsWith('_MS') || name.endsWith('_BYTES') || name.endsWith('_SECONDS')).toBe(
      variables.some(
        (variable) => variable.name === name && /^(milliseconds|bytes|seconds)$/.test(variable.unit ?? ''),
      ),
    );
  }
});
