import type { TenantPolicy } from './policy.ts';

/**
 * The service's policy, which a record narrows. Rates, and how tools are shown, are no permissions: there
 * the record's own word counts. Deeply frozen: all requests of the tenant share it.
 */
export function effectivePolicy(service: TenantPolicy, own: Partial<TenantPolicy>): TenantPolicy {
  const toolsAllowed = intersection(service.toolsAllowed, own.toolsAllowed);
  return Object.freeze({
    modules: Object.freeze(service.modules.filter((module) => own.modules?.includes(module) ?? true)),
    readOnly: service.readOnly || own.readOnly === true,
    exposure: own.exposure ?? service.exposure,
    describe: own.describe ?? service.describe,
    pins: Object.freeze(Object.assign({}, own.pins, service.pins)),
    gateVisibility: own.gateVisibility ?? service.gateVisibility,
    ...(toolsAllowed && { toolsAllowed: Object.freeze([...toolsAllowed]) }),
    toolsDenied: Object.freeze([...new Set([...service.toolsDenied, ...(own.toolsDenied ?? [])])]),
    ratePerMinute: own.ratePerMinute ?? service.ratePerMinute,
    concurrency: own.concurrency ?? service.concurrency,
  });
}

function intersection(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.filter((name) => other.includes(name));
}
