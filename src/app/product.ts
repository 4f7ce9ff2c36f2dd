import { createSealRing, randomSealKey, type SealRing } from '../auth/sealing.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { GateStore } from '../infrastructure/gate-store.ts';
import type { Logger } from '../infrastructure/logger.ts';
import type { Metrics } from '../infrastructure/metrics.ts';
import type { RedisConnection } from '../infrastructure/redis-connection.ts';
import type { SharedStore } from '../infrastructure/shared-store.ts';
import type { Catalogue } from '../mcp/catalogue.ts';
import { createProductCatalogue } from '../mcp/product-catalogue.ts';
import type { ModyoConnector } from '../modyo/connector.ts';
import {
  type BoundIdentifiers,
  createIdentifierDirectory,
  type IdentifierDirectory,
} from '../modyo/identifiers.ts';
import { operations } from '../modyo/operations.ts';
import { createConsents } from '../toolkit/consent.ts';
import type { ToolContext } from '../toolkit/context.ts';
import { createReadCache } from '../toolkit/read-cache.ts';
import { createToolRegistry } from '../toolkit/registry.ts';
import type { Tool } from '../toolkit/tool.ts';
import { toolCatalogue } from '../tools/catalogue.ts';
import type { ModyoToolContext } from '../tools/kit.ts';
import { requireContract } from './contract-digest.ts';
import { openGateStates } from './gate-states.ts';
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

/** The product's tools, each call with Modyo as its caller may see it. */
export function createProduct(options: ProductOptions, connector: ModyoConnector): Catalogue {
  const { config, clock, metrics, store, tools = toolCatalogue } = options;
  const directory = createIdentifierDirectory({ store, clock, ttlMs: config.identifierTtlSeconds * 1_000 });
  const registry = createToolRegistry<ModyoToolContext>({
    tools,
    createContext: (base) =>
      Object.assign(
        { clock, endsAtMs: clock.nowMs() + config.requestTimeoutMs },
        base,
        modyoFor(base, connector, directory),
      ),
    clock,
    readCache: createReadCache({ store, clock }),
    gateStore: openGateStates(options, tools),
    consents: createConsents({ sealRing: consentRing(options), store, clock }),
    callTimeoutMs: config.requestTimeoutMs,
    observe: (call) => metrics.toolCalled(call.tool, call.action, call.outcome, call.durationMs),
    evidenceOf: (operation) => operations[operation].evidence,
  });
  requireContract(config.contractDigest, registry.contract);
  return createProductCatalogue({ registry, version: readVersion() });
}

/** Replicas have to share a key, or what one of them asked cannot be answered at another. */
function consentRing({ config: { sealKeys, redis }, log }: ProductOptions): SealRing {
  if (sealKeys.length > 0) return createSealRing(sealKeys);
  if (redis !== undefined)
    log.warn({}, 'without SEAL_KEYS a confirmation is good at the replica that asked for it');
  return createSealRing([randomSealKey()]);
}

function modyoFor(
  { tenant, signal, log }: ToolContext,
  connector: ModyoConnector,
  directory: IdentifierDirectory,
): BoundIdentifiers {
  const { host, credential, key } = tenant;
  const modyo = connector.client({ host, credential, signal, log });
  return directory.bind({ tenantKey: key, credentialFingerprint: credential.fingerprint, modyo, log });
}
