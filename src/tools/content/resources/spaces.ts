import type { AccountAddress } from '../../account-address.ts';

/** The largest page: what does not fit is told in `state`. */
const perPage = 100;

export const spacesAddress: AccountAddress = {
  address: 'modyo-spaces://list',
  name: 'content-spaces',
  title: 'Content spaces',
  description: 'The content spaces of the account, at most 100; state.complete says whether these are all.',
  tool: 'content-spaces-list',
  argumentsFrom: () => ({ per_page: perPage }),
};
