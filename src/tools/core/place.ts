import type { RoleContext } from '../../modyo/core/roles.ts';
import { type Identifier, identifier } from '../../toolkit/identifier.ts';
import type { ResourceRef } from '../../toolkit/result.ts';
import type { ModyoToolContext } from '../kit.ts';
import { namedBy } from '../named-parameter.ts';

/** Parameters of which a call names at most one: where something is, or where it happened. */
export const placeParameters = {
  space: identifier('Space').optional(),
  site: identifier('Site', 'host or name').optional(),
  realm: identifier('Realm', 'slug or name').optional(),
};

const placeKinds = ['space', 'site', 'realm'] as const;

export type PlaceKind = (typeof placeKinds)[number] & RoleContext;

type NamesPlace = { readonly [Kind in PlaceKind]?: Identifier | undefined };

/** A site, a space or a realm. */
export interface Place {
  readonly kind: PlaceKind;
  readonly id: number;
  readonly name?: string | undefined;
  readonly uid?: string | undefined;
  readonly uuid?: string | undefined;
}

/** How many of the three a call names. */
export function placesNamed(input: NamesPlace): number {
  return placeKinds.filter((kind) => input[kind] !== undefined).length;
}

/** The place that a call names, looked up anew; `undefined` if it names none. */
export async function placeNamed(
  input: NamesPlace,
  { identifiers }: ModyoToolContext,
): Promise<Place | undefined> {
  for (const kind of placeKinds) {
    const named = input[kind];
    if (named === undefined) continue;
    return { kind, ...(await namedBy(kind, identifiers.resolveAnew({ kind, identifier: named }))) };
  }
  return undefined;
}

export function placeResource({ kind, ...place }: Place): ResourceRef {
  return { type: kind, ...place };
}
