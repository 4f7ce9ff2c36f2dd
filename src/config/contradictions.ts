import type { IssuerRecord } from '../auth/issuer-record.ts';
import { parseRedisAddresses } from '../infrastructure/redis-address.ts';
import { normaliseHost, sandboxSuffix } from '../modyo/host-guard.ts';
import { createTenantRegistry } from '../tenant/registry.ts';
import type { TenantRecord } from '../tenant/tenant-record.ts';
import { isLoopback, type SandboxChoice } from './value-schemas.ts';
import type { Environment } from './variables.ts';

/** A fault that lies between variables; the first is the one to change. */
export interface Contradiction {
  readonly between: readonly [string, ...string[]];
  readonly message: string;
}

export interface Assembled {
  readonly environment: Environment;
  /** `undefined` when the file could not be used, which is reported already. */
  readonly issuers: readonly IssuerRecord[] | undefined;
  readonly tenants: readonly TenantRecord[] | undefined;
}

/** Where calls go: as `SANDBOX` says, else embedded exactly when nobody configured an issuer or a tenant. */
export function effectiveSandbox(environment: Environment): SandboxChoice {
  const isBare = environment.ISSUERS_FILE === undefined && environment.TENANTS_FILE === undefined;
  return environment.SANDBOX ?? { kind: isBare ? 'embedded' : 'off' };
}

/** What each variable allows alone and all of them together do not. */
export function findContradictions(assembled: Assembled): readonly Contradiction[] {
  return [
    ...networkFaults(assembled.environment),
    ...redisFaults(assembled.environment),
    ...issuerFaults(assembled),
    ...tenantFaults(assembled),
    ...sealFaults(assembled),
  ];
}

function networkFaults(environment: Environment): readonly Contradiction[] {
  const { HOST, PORT, METRICS_PORT, PUBLIC_URL, REQUEST_TIMEOUT_MS, UPSTREAM_TIMEOUT_MS } = environment;
  const isOpen = !isLoopback(HOST) && effectiveSandbox(environment).kind === 'off';
  return [
    ...when(PORT !== 0 && PORT === METRICS_PORT, ['METRICS_PORT', 'PORT'], 'must not be the same as PORT'),
    ...when(
      isOpen && PUBLIC_URL === undefined,
      ['PUBLIC_URL', 'HOST', 'SANDBOX'],
      'is needed when HOST is not a loopback address and SANDBOX is off',
    ),
    ...when(
      UPSTREAM_TIMEOUT_MS > REQUEST_TIMEOUT_MS,
      ['UPSTREAM_TIMEOUT_MS', 'REQUEST_TIMEOUT_MS'],
      'must not be more than REQUEST_TIMEOUT_MS',
    ),
  ];
}

function redisFaults(environment: Environment): readonly Contradiction[] {
  const { REDIS_URL: url, REDIS_MODE: mode, REDIS_SENTINEL_MASTER: master } = environment;
  const reason = url === undefined ? undefined : reasonOf(() => parseRedisAddresses(url, mode));
  return [
    ...when(
      mode !== 'single' && url === undefined,
      ['REDIS_URL', 'REDIS_MODE'],
      `is needed when REDIS_MODE is ${mode}`,
    ),
    ...when(
      mode === 'sentinel' && master === undefined,
      ['REDIS_SENTINEL_MASTER', 'REDIS_MODE'],
      'is needed when REDIS_MODE is sentinel',
    ),
    ...when(reason !== undefined, ['REDIS_URL', 'REDIS_MODE'], reason ?? ''),
  ];
}

function issuerFaults({ environment, issuers }: Assembled): readonly Contradiction[] {
  const { ISSUERS_FILE, TENANTS_FILE } = environment;
  const usesRegistry = issuers?.some(({ tenantMode }) => tenantMode === 'registry') ?? false;
  const isOff = effectiveSandbox(environment).kind === 'off';
  return [
    ...when(
      ISSUERS_FILE === undefined && (isOff || TENANTS_FILE !== undefined),
      ['ISSUERS_FILE', 'SANDBOX'],
      `is needed when ${TENANTS_FILE === undefined ? 'SANDBOX is off' : 'TENANTS_FILE is set'}: without an issuer no token is accepted`,
    ),
    ...when(
      usesRegistry && TENANTS_FILE === undefined,
      ['TENANTS_FILE'],
      'is needed when an issuer has tenant_mode registry',
    ),
  ];
}

function tenantFaults({ environment, issuers, tenants }: Assembled): readonly Contradiction[] {
  if (issuers === undefined || tenants === undefined || environment.ISSUERS_FILE === undefined) return [];
  const isOff = effectiveSandbox(environment).kind === 'off';
  const suffixes = [...environment.MODYO_HOST_SUFFIXES, ...(isOff ? [] : [sandboxSuffix])];
  const reason = reasonOf(() => createTenantRegistry({ records: tenants, issuers }));
  return [
    ...when(reason !== undefined, ['TENANTS_FILE'], `does not fit ISSUERS_FILE: ${reason}`),
    ...tenants.flatMap(({ id, host }) =>
      when(
        reasonOf(() => normaliseHost(host, suffixes)) !== undefined,
        ['TENANTS_FILE', 'MODYO_HOST_SUFFIXES', 'SANDBOX'],
        `names tenant ${id}, whose host ${foreignHost(host, suffixes)}`,
      ),
    ),
  ];
}

/** What is wrong with a host that none of the suffixes allows. */
function foreignHost(host: string, suffixes: readonly string[]): string {
  return reasonOf(() => normaliseHost(host, [sandboxSuffix])) === undefined
    ? 'is one of the sandbox: set SANDBOX, or take the record out'
    : `lies outside ${suffixes.join(', ')}`;
}

function sealFaults({ environment, issuers, tenants }: Assembled): readonly Contradiction[] {
  const sealedIssuer = issuers?.some(({ tenantMode }) => tenantMode === 'sealed') ?? false;
  const sealedTenant = tenants?.some(({ token }) => token.kind === 'sealed') ?? false;
  const needing = sealedIssuer ? 'an issuer has tenant_mode sealed' : 'a tenant has a sealed token';
  return when(
    (sealedIssuer || sealedTenant) && environment.SEAL_KEYS === undefined,
    ['SEAL_KEYS'],
    `is needed when ${needing}`,
  );
}

function when(
  isFault: boolean,
  between: Contradiction['between'],
  message: string,
): readonly Contradiction[] {
  return isFault ? [{ between, message }] : [];
}

/** Why it throws, or `undefined` when it does not. */
function reasonOf(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown reason';
  }
}
