/** What an action does to the account; decides its annotations, its scope and its place in read-only mode. */
export const verbs = ['query', 'action', 'mutation'] as const;

/**
 * `query` reads. `action` adds or sets a state and loses nothing. `mutation` overwrites or deletes.
 */
export type Verb = (typeof verbs)[number];

/** What a definition may say about its own effect, beyond the verb. */
export interface EffectOverrides {
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}

/** All four hints of the protocol, always present: the protocol's own defaults are pessimistic. */
export type Annotations = {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
};

const overridable: Readonly<Record<Verb, readonly (keyof EffectOverrides)[]>> = {
  query: ['openWorld'],
  action: ['idempotent', 'openWorld'],
  mutation: ['destructive', 'idempotent', 'openWorld'],
};

/** The names of the overrides that the verb does not allow. */
export function forbiddenOverrides(verb: Verb, overrides: EffectOverrides): readonly string[] {
  const allowed: readonly string[] = overridable[verb];
  return Object.keys(overrides).filter((name) => !allowed.includes(name));
}

export function annotationsOf(verb: Verb, overrides: EffectOverrides): Annotations {
  const isQuery = verb === 'query';
  return {
    readOnlyHint: isQuery,
    destructiveHint: verb === 'mutation' ? (overrides.destructive ?? true) : false,
    idempotentHint: isQuery ? true : (overrides.idempotent ?? false),
    openWorldHint: overrides.openWorld ?? false,
  };
}

/** The hints of a tool with several actions: as careful as its most dangerous action. */
export function mergeAnnotations(parts: readonly Annotations[]): Annotations {
  return {
    readOnlyHint: parts.every((part) => part.readOnlyHint),
    destructiveHint: parts.some((part) => part.destructiveHint),
    idempotentHint: parts.every((part) => part.idempotentHint),
    openWorldHint: parts.some((part) => part.openWorldHint),
  };
}
