import { type AccountAddress, identifierFrom } from '../../account-address.ts';

/** The largest page: what does not fit is told in `state`. */
const perPage = 100;

export const typesAddress: AccountAddress = {
  address: 'modyo-spaces://{space}/types',
  name: 'content-types-of-space',
  title: 'Content types of a space',
  description: 'The content types of the space with this id, uid or uuid, at most 100, without their fields.',
  tool: 'content-types-list',
  argumentsFrom: ({ space }) =>
    space === undefined ? undefined : { space: identifierFrom(space), per_page: perPage },
};
