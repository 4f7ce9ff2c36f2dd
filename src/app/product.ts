import { createSealRing, randomSealKey, type SealRing } from '../auth/sealing.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { GateStore } from '../infrastructure/gate-store.ts';
import type { Logger } from '../infrastructure/logger.ts';
import type { Metrics } from '../infrastructure/metrics.ts';
import type { RedisConnection } from '../infrastructure/redis-connection.ts';
import type { SharedStore } from '../infrastructure/shared-store.ts';
import type { CallContext, Catalogue } from '../mcp/catalogue.ts';
import { type BesideTools, createProductCatalogue } from '../mcp/product-catalogue.ts';
import { createIdentifierDirectory, type IdentifierDirectory } from '../modyo/identifiers.ts';
import { operations } from '../modyo/operations.ts';
import { createConsents } from '../toolkit/consent.ts';
import type { ToolContext } from '../toolkit/context.ts';
import { createReadCache } from '../toolkit/read-cache.ts';
import { createToolRegistry } from '../toolkit/registry.ts';
import type { Tool } from '../toolkit/tool.ts';
import { addressCatalogue } from '../tools/address-catalogue.ts';
import { toolCatalogue } from '../tools/catalogue.ts';
import { isFixedSpace } from '../tools/fixed-space.ts';
import type { ModyoToolContext } from '../tools/kit.ts';
import { promptCatalogue } from '../tools/prompt-catalogue.ts';
import { createSingleFlight } from '../tools/single-flight.ts';
import { suggestionsFor } from '../tools/suggestions.ts';
import { requireContract } from './contract-digest.ts';
import { openGateStates } from './gate-states.ts';
import type { Upstream } from './upstream.ts';
import { readVersion } from './version.ts';

export interface ProductOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly store: SharedStore;
  readonly redis: RedisConnection | undefined;
  /** Instead of Redis or memory. */
  readonly gateStore?: GateStore;
  /** Instead of the product's own, behind the same protocol and the same way to Modyo. */
  readonly tools?: readonly Tool<ModyoToolContext>[];
}

/** What tools reach beyond this process. */
type ProductUpstream = Pick<Upstream, 'connector' | 'downloads'>;

/** The product's tools, each call with Modyo as its caller may see it. */
export function createProduct(options: ProductOptions, upstream: ProductUpstream): Catalogue {
  const { config, clock, metrics, store, tools = toolCatalogue } = options;
  const directory = createIdentifierDirectory({ store, clock, ttlMs: config.identifierTtlSeconds * 1_000 });
  const registry = createToolRegistry<ModyoToolContext>({
    tools,
    createContext: (base) => Object.assign(timesOf(options, base), base, modyoFor(base, upstream, directory)),
    clock,
    readCache: createReadCache({ store, clock }),
    gateStore: openGateStates(options, tools),
    consents: createConsents({ sealRing: consentRing(options), store, clock }),
    callTimeoutMs: config.requestTimeoutMs,
    observe: (call) => metrics.toolCalled(call.tool, call.action, call.outcome, call.durationMs),
    evidenceOf: (operation) => operations[operation].evidence,
  });
  requireContract(config.contractDigest, registry.contract);
  return createProductCatalogue({
    registry,
    version: readVersion(),
    beside: besideTools(upstream, directory),
  });
}

/** Resources, prompts and completions, with Modyo as the caller may see it. */
function besideTools(upstream: ProductUpstream, directory: IdentifierDirectory): BesideTools {
  const modyoOf = ({ caller, signal }: CallContext) =>
    modyoFor({ tenant: caller.tenant, signal, log: caller.log }, upstream, directory);
  return {
    addresses: addressCatalogue,
    prompts: promptCatalogue,
    suggestions: (kind, space, context) => suggestionsFor(kind, space, modyoOf(context)),
    isFixedSpace: (space, context) =>
      isFixedSpace(space, context.caller.tenant.policy.pins.space, modyoOf(context).identifiers),
  };
}

/** When a call has to have ended, and what it may wait for until then. */
function timesOf(
  { config, clock, store }: ProductOptions,
  { tenant, signal }: ToolContext,
): Pick<ModyoToolContext, 'clock' | 'endsAtMs' | 'singleFlight'> {
  const endsAtMs = clock.nowMs() + config.requestTimeoutMs;
  const singleFlight = createSingleFlight({ store, clock, tenantKey: tenant.key, signal, endsAtMs });
  return { clock, endsAtMs, singleFlight };
}

/** Replicas have to share a key, or what one of them asked cannot be answered at another. */
function consentRing({ config: { sealKeys, redis }, log }: ProductOptions): SealRing {
  if (sealKeys.length > 0) return createSealRing(sealKeys);
  if (redis !== undefined)
    log.warn({}, 'without SEAL_KEYS a confirmation is good at the replica that asked for it');
  return createSealRing([randomSealKey()]);
}

function modyoFor(
  { tenant, signal, log }: Pick<ToolContext, 'tenant' | 'signal' | 'log'>,
  { connector, downloads }: ProductUpstream,
  directory: IdentifierDirectory,
): Pick<ModyoToolContext, 'modyo' | 'identifiers' | 'download'> {
  const { host, credential, key } = tenant;
  const modyo = connector.client({ host, credential, signal, log });
  const bound = directory.bind({ tenantKey: key, credentialFingerprint: credential.fingerprint, modyo, log });
  return { ...bound, download: (url) => downloads.download(url, signal) };
}
