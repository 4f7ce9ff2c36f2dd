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
