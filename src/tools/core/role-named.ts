import type { RoleContext } from '../../modyo/core/roles.ts';
import type { Identifier } from '../../toolkit/identifier.ts';
import type { ModyoToolContext } from '../kit.ts';
import { namedBy } from '../named-parameter.ts';

/** A role as it is assigned. */
export interface NamedRole {
  readonly id: number;
  readonly key: string;
  readonly name: string;
}

/**
 * The role that a parameter names, by key, name or id, if it is one of this context. An id is looked up too:
 * one of another context would be assigned unseen.
 * @throws {AppError} `NOT_FOUND` with the keys of the context; `AMBIGUOUS`
 */
export async function roleNamed(
  { identifiers }: ModyoToolContext,
  parameter: string,
  identifier: Identifier,
  context: RoleContext,
): Promise<NamedRole> {
  const query = { kind: 'role', context, identifier: String(identifier) } as const;
  const { id, uid: key = '', name = '' } = await namedBy(parameter, identifiers.resolve(query));
  return { id, key, name };
}
