import type { Identifiers } from '../../modyo/identifiers.ts';
import { resolver } from '../../toolkit/derivation.ts';
import type { Identifier } from '../../toolkit/identifier.ts';
import type { ModyoToolContext } from '../kit.ts';
import { namedBy } from '../named-parameter.ts';

interface NamesItself {
  readonly identifier: Identifier;
}

/** The context of a call whose admin user is resolved. */
export type OfUser = ModyoToolContext & { readonly user: { readonly id: number } };

/** What cannot be undone looks its element up anew, past everything remembered. */
type Lookup = keyof Pick<Identifiers, 'resolve' | 'resolveAnew'>;

/** The admin user that `identifier` names, by id, uuid, email, username or full name. */
export const identifiedUser = identifiedUserBy('resolve');
export const identifiedUserAnew = identifiedUserBy('resolveAnew');

function identifiedUserBy(lookup: Lookup) {
  return resolver('user', ({ identifier }: NamesItself, { identifiers }: ModyoToolContext) =>
    namedBy('identifier', identifiers[lookup]({ kind: 'user', identifier })),
  );
}

/** The group that `identifier` names. */
export const identifiedGroup = identifiedGroupBy('resolve');
export const identifiedGroupAnew = identifiedGroupBy('resolveAnew');

function identifiedGroupBy(lookup: Lookup) {
  return resolver('group', ({ identifier }: NamesItself, { identifiers }: ModyoToolContext) =>
    namedBy('identifier', identifiers[lookup]({ kind: 'group', identifier })),
  );
}

/** The role that `identifier` names, by key, name or id, of whatever context. */
export const identifiedRole = identifiedRoleBy('resolve');
export const identifiedRoleAnew = identifiedRoleBy('resolveAnew');

function identifiedRoleBy(lookup: Lookup) {
  return resolver('role', ({ identifier }: NamesItself, { identifiers }: ModyoToolContext) =>
    namedBy('identifier', identifiers[lookup]({ kind: 'role', identifier })),
  );
}
