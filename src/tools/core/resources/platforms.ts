import type { WrittenAddress } from '../../account-address.ts';

/** A connection reaches one account, whatever others the service knows. */
export const platformsAddress: WrittenAddress = {
  address: 'platforms://list',
  name: 'platforms',
  title: 'Platforms',
  description: 'The Modyo account that this connection reaches: its name and host.',
  mimeType: 'application/json',
  text: ({ platformName, host }) => JSON.stringify({ platforms: [{ name: platformName, host }] }),
};
