import type { Catalogue, Era, JsonObject } from './catalogue.ts';

type Served = (catalogue: Catalogue) => boolean;

const always: Served = () => true;
const withResources: Served = (catalogue) => catalogue.resources !== undefined;
const withPrompts: Served = (catalogue) => catalogue.prompts !== undefined;
const withSubscriptions: Served = (catalogue) => catalogue.resources?.subscriptions !== undefined;

const inBothEras: readonly (readonly [string, Served])[] = [
  ['tools/list', always],
  ['tools/call', always],
  ['resources/list', withResources],
  ['resources/templates/list', withResources],
  ['resources/read', withResources],
  ['prompts/list', withPrompts],
  ['prompts/get', withPrompts],
  ['completion/complete', (catalogue) => catalogue.completion !== undefined],
];

const inLegacyOnly: readonly (readonly [string, Served])[] = [
  ['initialize', always],
  ['ping', always],
  ['logging/setLevel', (catalogue) => catalogue.logging !== undefined],
  ['resources/subscribe', withSubscriptions],
  ['resources/unsubscribe', withSubscriptions],
];

const inModernOnly: readonly (readonly [string, Served])[] = [
  ['server/discover', always],
  ['subscriptions/listen', (catalogue) => catalogue.changes !== undefined],
];

/** The methods that a catalogue answers in each era. Built once; any other method is unknown. */
export function servedMethods(catalogue: Catalogue): Readonly<Record<Era, ReadonlySet<string>>> {
  const names = (methods: readonly (readonly [string, Served])[]) =>
    methods.filter(([, served]) => served(catalogue)).map(([name]) => name);
  return {
    legacy: new Set(names([...inBothEras, ...inLegacyOnly])),
    modern: new Set(names([...inBothEras, ...inModernOnly])),
  };
}

/** The parameter that `Mcp-Name` mirrors, per method. Source: MCP 2026-07-28, streamable-http, "Request Metadata". */
const nameSources: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/** The value that `Mcp-Name` has to mirror: `undefined` where the method or the body has none. */
export function mirroredName(method: string, params: JsonObject | undefined): string | undefined {
  const source = nameSources.get(method);
  const value = source === undefined ? undefined : params?.[source];
  return typeof value === 'string' ? value : undefined;
}
