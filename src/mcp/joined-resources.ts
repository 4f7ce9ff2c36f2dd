import type { ResourceSource } from './catalogue.ts';

/** Several sources as one; an address belongs to the first that knows it. None of them may have subscriptions. */
export function joinResources(
  sources: readonly Omit<ResourceSource, 'subscriptions'>[],
): Omit<ResourceSource, 'subscriptions'> {
  return {
    list: (caller) => sources.flatMap((source) => source.list(caller)),
    templates: (caller) => sources.flatMap((source) => source.templates(caller)),
    requiredScopes: (uri, caller) => [
      ...new Set(sources.flatMap((source) => source.requiredScopes?.(uri, caller) ?? [])),
    ],
    async read(uri, context) {
      for (const source of sources) {
        const found = await source.read(uri, context);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}
