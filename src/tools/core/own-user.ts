import { foundOrNothing } from '../../modyo/absence.ts';
import { getProfile } from '../../modyo/account.ts';
import { type Fail, fail } from '../../toolkit/result.ts';
import type { ModyoToolContext } from '../kit.ts';

/** The id of the admin user who owns the token of this connection; `undefined` on platforms before 10.2. */
export async function ownUserId({ modyo }: ModyoToolContext): Promise<number | undefined> {
  return (await foundOrNothing(getProfile(modyo)))?.id;
}

/** Refuses to deactivate whoever owns the token: nobody could undo it from here, for the token ends too. */
export async function refusedOwnUser(ctx: ModyoToolContext, userId: number): Promise<Fail | undefined> {
  if ((await ownUserId(ctx)) !== userId) return undefined;
  const message = 'This user owns the API token of this connection, which would end with the user.';
  return fail('CONFLICT', `${message} Nothing was changed.`, {
    fields: [{ path: 'identifier', message }],
    details: { reason: 'own_user' },
  });
}
