import { type AccountAddress, identifierFrom } from '../../account-address.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const entryAddress: AccountAddress = {
  address: 'modyo-entries://{space}/{uuid}',
  name: 'content-entry',
  title: 'Content entry',
  description:
    "The entry with this uuid in the space with this id, uid or uuid, in the space's default language.",
  tool: 'content-entries-get',
  argumentsFrom: ({ space, uuid: identifier }) =>
    space === undefined || identifier === undefined || !uuid.test(identifier)
      ? undefined
      : { space: identifierFrom(space), identifier: identifier.toLowerCase() },
};
