import { AppError } from '../../../errors/app-error.ts';
import { type Account, getAccount } from '../../../modyo/account.ts';
import type { ModyoClient } from '../../../modyo/client.ts';
import type { Warning } from '../../../toolkit/result.ts';

/** The account, where the owner of the token may read it: who one is can be told without. */
export async function readableAccount(
  modyo: ModyoClient,
): Promise<{ readonly account: Account | undefined; readonly warnings: readonly Warning[] }> {
  try {
    return { account: await getAccount(modyo), warnings: [] };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'FORBIDDEN') throw error;
    return { account: undefined, warnings: [notReadable] };
  }
}

const notReadable: Warning = {
  code: 'ACCOUNT_NOT_READABLE',
  path: 'data.account',
  message: 'The owner of the token may not read the account.',
};
