import { createUpstream } from '../app/upstream.ts';
import type { Principal } from '../auth/principal.ts';
import { createSealRing } from '../auth/sealing.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { systemClock } from '../infrastructure/clock.ts';
import { createLogger } from '../infrastructure/logger.ts';
import { createMetrics } from '../infrastructure/metrics.ts';
import type { ModyoClient } from '../modyo/client.ts';
import { normaliseHost } from '../modyo/host-guard.ts';
import { startSandbox } from '../sandbox/server.ts';
import { createTenantRegistry } from '../tenant/registry.ts';
import { createTenantResolver } from '../tenant/resolver.ts';
import type { Tenant } from '../tenant/tenant.ts';
import { type TenantRefusal, TenantRefusedError } from '../tenant/tenant-refusal.ts';
import { type CommandIo, UsageError } from './command.ts';
import {
  issuersPath,
  type KeyFileValues,
  keyFileOptions,
  readText,
  sealKeysPath,
  tenantsPath,
} from './key-files.ts';

/** Options by which a command finds a tenant of the registry. */
export const tenantOptions = { ...keyFileOptions, issuer: { type: 'string' } } as const;

export interface TenantConnection {
  readonly id: string;
  readonly values: KeyFileValues & { readonly issuer?: string | undefined };
  readonly io: CommandIo;
  /** How many times the longest answer of Modyo the work may take. */
  readonly callsMax: number;
}

/**
 * Does some work at the tenant's Modyo with the tenant's own token, the way that the service would: through
 * its guards, and at the embedded sandbox where that is on.
 * @throws {UsageError} when the files are not named, {Error} when they do not lead to an account
 */
export async function withTenant<Result>(
  { id, values, io, callsMax }: TenantConnection,
  work: (modyo: ModyoClient) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig({ env: environmentOf(values, io), readFile: readText });
  const issuer = issuerOf(config, id, values.issuer);
  const sandbox = config.sandbox.kind === 'embedded' ? await startSandbox() : undefined;
  const log = createLogger({ level: 'error', destination: { write: (line) => io.writeErr(line) } });
  const upstream = createUpstream({
    config,
    clock: systemClock,
    log,
    metrics: createMetrics({ processMetrics: false }),
    ...(sandbox && { sandboxUrl: sandbox.url }),
  });
  try {
    const { host, credential } = await resolved(config, upstream.suffixes, { issuer, id });
    const signal = AbortSignal.timeout(config.upstreamTimeoutMs * callsMax);
    return await work(upstream.connector.client({ host, credential, signal, log }));
  } finally {
    await upstream.close();
    await sandbox?.close();
  }
}

/** The service's own environment, with the files that the options name. */
function environmentOf(values: KeyFileValues, { env }: CommandIo): CommandIo['env'] {
  const sealKeys = sealKeysPath(values);
  return {
    ...env,
    ISSUERS_FILE: issuersPath(values, env),
    TENANTS_FILE: tenantsPath(values, env),
    ...(sealKeys !== undefined && { SEAL_KEYS: undefined, SEAL_KEYS_FILE: sealKeys }),
  };
}

/** The issuer whose tokens name this tenant. */
function issuerOf(config: Config, id: string, wanted: string | undefined): string {
  const registryIssuers = config.issuers.filter(({ tenantMode }) => tenantMode === 'registry');
  const named = config.tenants
    .filter((tenant) => tenant.id === id)
    .flatMap((tenant) => tenant.issuer ?? registryIssuers.map(({ issuer }) => issuer));
  const fitting = named.filter((issuer) => wanted === undefined || issuer === wanted);
  const [issuer] = fitting;
  if (issuer === undefined) throw new Error(`The tenants file has no tenant ${id}.`);
  if (fitting.length > 1) throw new UsageError(`Several issuers have a tenant ${id}: say --issuer.`);
  return issuer;
}

async function resolved(
  config: Config,
  suffixes: readonly string[],
  { issuer, id }: { readonly issuer: string; readonly id: string },
): Promise<Tenant> {
  const { issuers, tenants, policy } = config;
  const resolver = createTenantResolver({
    registry: createTenantRegistry({ records: tenants, issuers }),
    sealRing: createSealRing(config.sealKeys),
    hostGuard: (host) => normaliseHost(host, suffixes),
    policy,
    clock: systemClock,
  });
  const principal: Principal = {
    issuer,
    tenantId: id,
    subject: 'operator',
    scopes: [],
    tenantMode: 'registry',
    expiresAtSeconds: 0,
  };
  return resolver.resolve(principal).catch((error: unknown) => {
    if (!(error instanceof TenantRefusedError)) throw error;
    throw new Error(reasons[error.refusal](error.cause), { cause: error });
  });
}

/** What a caller must not learn, its operator has to. */
const reasons: Readonly<Record<TenantRefusal, (cause: unknown) => string>> = {
  unknown: () => 'The registry has no such tenant.',
  host: () =>
    'The host of this tenant may not be called: it lies below none of MODYO_HOST_SUFFIXES, and hosts of the sandbox need SANDBOX=embedded or its URL.',
  credential: (cause) =>
    `The token of this tenant does not open. ${cause instanceof Error ? cause.message : ''}`,
};
