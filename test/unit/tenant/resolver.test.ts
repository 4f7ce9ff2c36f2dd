import { beforeAll, describe, expect, test } from 'vitest';
import type { Principal } from '../../../src/auth/principal.ts';
import { createSealRing, parseSealKeys } from '../../../src/auth/sealing.ts';
import { TokenRefusedError } from '../../../src/auth/token-refusal.ts';
import { createVerifier, type Verifier } from '../../../src/auth/verifier.ts';
import { normaliseHost } from '../../../src/modyo/host-guard.ts';
import type { TenantPolicy } from '../../../src/tenant/policy.ts';
import { createTenantRegistry } from '../../../src/tenant/registry.ts';
import { createTenantResolver } from '../../../src/tenant/resolver.ts';
import {
  type TenantRecord,
  tenantRecordSchema,
  withTokenFileRead,
} from '../../../src/tenant/tenant-record.ts';
import { TenantRefusedError } from '../../../src/tenant/tenant-refusal.ts';
import { sealTenantToken } from '../../../src/tenant/tenant-token.ts';
import { createLogCapture } from '../../support/log-capture.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openPolicy } from '../../support/open-policy.ts';
import {
  createTestIdentity,
  registryIssuer,
  sealedIssuer,
  type TestIdentity,
  testAudience,
  testTenants,
} from '../../support/tokens.ts';

const servicePolicy: TenantPolicy = {
  ...openPolicy,
  modules: ['core', 'content'],
  ratePerMinute: 100,
};

const clock = createManualClock();
let identity: TestIdentity;
let verifier: Verifier;

beforeAll(async () => {
  identity = await createTestIdentity({ nowMs: clock.nowMs });
  verifier = createVerifier({
    issuers: identity.issuers,
    canonicalResource: testAudience,
    clock,
    log: createLogCapture().log,
    fetchJwks: () => Promise.reject(new Error('not expected')),
  });
});

interface ResolverChanges {
  readonly tenants?: readonly TenantRecord[];
  readonly suffixes?: readonly string[];
  readonly sealKeys?: string;
}

function resolverWith({
  tenants = identity.tenants,
  suffixes = ['sandbox.invalid'],
  sealKeys,
}: ResolverChanges = {}) {
  return createTenantResolver({
    registry: createTenantRegistry({ records: tenants, issuers: identity.issuers }),
    sealRing: sealKeys === undefined ? identity.sealRing : createSealRing(parseSealKeys(sealKeys)),
    hostGuard: (host) => normaliseHost(host, suffixes),
    policy: servicePolicy,
    clock,
  });
}

const registryPrincipal = async (tenant = 'a') => verifier.verify(await identity.mint({ tenant }));
const sealedPrincipal = async (request: Parameters<TestIdentity['mintSealed']>[0] = {}) =>
  verifier.verify(await identity.mintSealed(request));

async function failure(resolving: Promise<unknown>): Promise<Error> {
  return resolving.then(
    () => new Error('accepted'),
    (error: unknown) => error as Error,
  );
}

describe('a tenant of the registry', () => {
  test.each(['a', 'b'] as const)('%s gets its own host and credential', async (tenant) => {
    const resolved = await resolverWith().resolve(await registryPrincipal(tenant));
    expect(resolved).toMatchObject({ id: testTenants[tenant].id, host: testTenants[tenant].host });
    expect(resolved.credential.authorization()).toBe(`Bearer ${testTenants[tenant].token}`);
    expect(JSON.stringify(resolved)).not.toContain(testTenants[tenant].token);
  });

  test('is named as its record says, or after its host', async () => {
    const [record] = identity.tenants;
    const named = resolverWith({ tenants: [{ ...record, platformName: 'Andes Demo' } as TenantRecord] });
    expect((await named.resolve(await registryPrincipal())).platformName).toBe('Andes Demo');
    expect((await resolverWith().resolve(await registryPrincipal())).platformName).toBe('andes');
  });

  test('has the host in one form, however its record writes it', async () => {
    const [record] = identity.tenants;
    const shouting = resolverWith({
      tenants: [{ ...record, host: 'ANDES.Sandbox.invalid.' } as TenantRecord],
    });
    expect((await shouting.resolve(await registryPrincipal())).host).toBe('andes.sandbox.invalid');
  });

  test('whose token is a mounted secret gets it as it is', async () => {
    const record = withTokenFileRead(
      tenantRecordSchema.parse({ id: 'andes', host: 'andes.sandbox.invalid', token_file: '/run/secret' }),
      () => 'mounted-token\n',
    );
    const resolved = await resolverWith({ tenants: [record] }).resolve(await registryPrincipal());
    expect(resolved.credential.authorization()).toBe('Bearer mounted-token');
  });

  test('has a policy inside the service policy', async () => {
    const [record] = identity.tenants;
    const policy = { modules: ['content', 'customers'], readOnly: true, ratePerMinute: 5 } as const;
    const resolved = await resolverWith({ tenants: [{ ...record, policy } as TenantRecord] }).resolve(
      await registryPrincipal(),
    );
    expect(resolved.policy).toEqual({
      ...servicePolicy,
      modules: ['content'],
      readOnly: true,
      ratePerMinute: 5,
    });
  });

  test('is not shared by two issuers that use the same id', async () => {
    const issuers = ['https://one.test.invalid', 'https://two.test.invalid'];
    const [first] = identity.issuers;
    const tenants = await Promise.all(
      issuers.map(async (issuer, index) => {
        const host = `tenant${index}.sandbox.invalid`;
        const token = await sealTenantToken(identity.sealRing, `token-${index}`, host);
        return tenantRecordSchema.parse({ id: 'same', issuer, host, token });
      }),
    );
    const resolver = createTenantResolver({
      registry: createTenantRegistry({
        records: tenants,
        issuers: issuers.map((issuer) => ({ ...first, issuer }) as (typeof identity.issuers)[number]),
      }),
      sealRing: identity.sealRing,
      hostGuard: (host) => host,
      policy: servicePolicy,
      clock,
    });
    const principal = { ...(await registryPrincipal()), tenantId: 'same' };
    const [one, two] = await Promise.all(issuers.map((issuer) => resolver.resolve({ ...principal, issuer })));
    expect([one?.host, two?.host]).toEqual(['tenant0.sandbox.invalid', 'tenant1.sandbox.invalid']);
    expect(one?.credential.fingerprint).not.toBe(two?.credential.fingerprint);
    expect(one?.key).not.toBe(two?.key);
  });
});

describe('a sealed claim', () => {
  test('leads to the host and the credential in it', async () => {
    const resolved = await resolverWith().resolve(
      await sealedPrincipal({ tenant: 'acme', host: 'acme.sandbox.invalid', token: 'acme-token' }),
    );
    expect(resolved).toMatchObject({ id: 'acme', host: 'acme.sandbox.invalid', platformName: 'acme' });
    expect(resolved.credential.authorization()).toBe('Bearer acme-token');
    expect(resolved.policy).toEqual(servicePolicy);
  });

  test('is not looked up in the registry, even where the same id stands there', async () => {
    const principal = await sealedPrincipal({ tenant: 'a', host: 'other.sandbox.invalid' });
    expect((await resolverWith().resolve(principal)).host).toBe('other.sandbox.invalid');
  });

  test('of the registry issuer is not looked at', async () => {
    const principal = { ...(await sealedPrincipal({ tenant: 'x' })), tenantMode: 'registry' } as Principal;
    expect(await failure(resolverWith().resolve(principal))).toBeInstanceOf(TenantRefusedError);
  });

  test.each([
    ['tenant', { tenantId: 'pampa' }],
    ['issuer', { issuer: registryIssuer }],
    ['subject', { subject: 'mallory' }],
    ['end', { expiresAtSeconds: 9_999_999_999 }],
  ])(
    'copied into a token of another %s is refused, also while the first use is remembered',
    async (_, other) => {
      const resolver = resolverWith();
      const principal = await sealedPrincipal();
      await resolver.resolve(principal);
      expect(await failure(resolver.resolve({ ...principal, ...other }))).toBeInstanceOf(TokenRefusedError);
    },
  );

  test('sealed under a key that was removed is refused as a token', async () => {
    const otherKeys = `new:${Buffer.alloc(32, 9).toString('base64')}`;
    const refused = await failure(resolverWith({ sealKeys: otherKeys }).resolve(await sealedPrincipal()));
    expect(refused).toMatchObject({ refusal: 'credential', name: 'TokenRefusedError' });
  });

  test('that is a tenant token of the registry is refused', async () => {
    const sealedCredential = await sealTenantToken(identity.sealRing, 'x', 'andes.sandbox.invalid');
    const principal = { ...(await sealedPrincipal()), sealedCredential };
    expect(await failure(resolverWith().resolve(principal))).toBeInstanceOf(TokenRefusedError);
  });
});

describe('no account', () => {
  test('is refused with the same words, whatever the reason is', async () => {
    const [andes] = identity.tenants;
    const otherKeys = `new:${Buffer.alloc(32, 9).toString('base64')}`;
    const readdressed = { ...andes, host: 'pampa.sandbox.invalid' } as TenantRecord;
    const refused = await Promise.all([
      failure(resolverWith().resolve(await registryPrincipal('nobody'))),
      failure(resolverWith().resolve(await registryPrincipal('__proto__'))),
      failure(resolverWith({ suffixes: ['modyo.cloud'] }).resolve(await registryPrincipal())),
      failure(resolverWith({ suffixes: ['modyo.cloud'] }).resolve(await sealedPrincipal())),
      failure(resolverWith({ sealKeys: otherKeys }).resolve(await registryPrincipal())),
      failure(resolverWith({ tenants: [readdressed] }).resolve(await registryPrincipal())),
    ]);
    expect(refused.map((error) => (error as TenantRefusedError).refusal)).toEqual([
      'unknown',
      'unknown',
      'host',
      'host',
      'credential',
      'credential',
    ]);
    expect(new Set(refused.map(({ message }) => message)).size).toBe(1);
  });

  test.each([
    'evilsandbox.invalid',
    'a.sandbox.invalid.evil.test',
    'sandbox.invalid',
    'a.sandbox.invalid:22',
    'u@a.sandbox.invalid',
    'ａ.sandbox.invalid',
    '127.1',
    '127.0.0.1',
    '[::1]',
    'a.sandbox.invalid#',
    'a.sandbox.invalid/x',
    '%2e.sandbox.invalid',
    'a.sandbox.invalid\n',
    'https://a.sandbox.invalid',
    'a..sandbox.invalid',
    '',
  ])('a sealed claim for the host %j is refused', async (host) => {
    const refused = await failure(resolverWith().resolve(await sealedPrincipal({ host })));
    expect(refused).toMatchObject({ name: 'TenantRefusedError', refusal: 'host' });
  });

  test('the host is looked at again at every use, not only when it is opened', async () => {
    let allowed = true;
    const resolver = createTenantResolver({
      registry: createTenantRegistry({ records: identity.tenants, issuers: identity.issuers }),
      sealRing: identity.sealRing,
      hostGuard: (host) => {
        if (!allowed) throw new Error('no longer');
        return host;
      },
      policy: servicePolicy,
      clock,
    });
    const principals = [await registryPrincipal(), await sealedPrincipal()];
    for (const principal of principals) await resolver.resolve(principal);
    allowed = false;
    for (const principal of principals) {
      expect(await failure(resolver.resolve(principal))).toMatchObject({ refusal: 'host' });
    }
  });
});

describe('an opened credential', () => {
  test('is remembered for a minute at most', async () => {
    let opened = 0;
    const resolver = createTenantResolver({
      registry: createTenantRegistry({ records: identity.tenants, issuers: identity.issuers }),
      sealRing: {
        ...identity.sealRing,
        open: (sealed, binding) => {
          opened += 1;
          return identity.sealRing.open(sealed, binding);
        },
      },
      hostGuard: (host) => host,
      policy: servicePolicy,
      clock,
    });
    const principals = [await registryPrincipal('a'), await registryPrincipal('b'), await sealedPrincipal()];
    for (const principal of [...principals, ...principals]) await resolver.resolve(principal);
    expect(opened).toBe(3);
    clock.advance(60_000);
    for (const principal of principals) await resolver.resolve(principal);
    expect(opened).toBe(6);
  });
});

describe('the registry', () => {
  const record = (changes: Partial<TenantRecord>): TenantRecord =>
    ({ ...identity.tenants[0], ...changes }) as TenantRecord;

  test('names every record that cannot be used', () => {
    const records = [
      record({}),
      record({}),
      record({ id: 'x', issuer: sealedIssuer }),
      record({ id: 'y', issuer: 'z' }),
    ];
    expect(() => createTenantRegistry({ records, issuers: identity.issuers })).toThrow(
      'tenant andes stands there twice; tenant x names no issuer in registry mode; tenant y names no issuer in registry mode',
    );
  });

  test('asks for the issuer where several use it', () => {
    const issuers = identity.issuers.map((issuer) => ({ ...issuer, tenantMode: 'registry' as const }));
    expect(() => createTenantRegistry({ records: [record({})], issuers })).toThrow(
      'tenant andes must name its issuer',
    );
  });
});
