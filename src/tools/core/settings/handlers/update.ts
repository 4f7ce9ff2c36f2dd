import { z } from 'zod';
import { AppError } from '../../../../errors/app-error.ts';
import { getSettings, type Settings, updateSettings } from '../../../../modyo/core/settings.ts';
import { ok, type Warning } from '../../../../toolkit/result.ts';
import { otherLosses } from '../../../attribute-losses.ts';
import { comparable } from '../../../comparable.ts';
import { kit, type ModyoToolContext } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import { sentSettings, settingNames, settingParameters } from '../setting-arguments.ts';
import { planSettings, touchesMany } from '../setting-change.ts';
import { accountResource, settingLosses, settings, unseenSettings } from '../setting-shape.ts';

/** Nobody is asked before a name, a language or a limit is changed: whoever changed it can change it back. */
export const updateAction = kit.mutation({
  summary: 'Change settings of the account; what is not sent stays',
  scope: 'modyo:admin',
  idempotent: true,
  input: z.object(settingParameters),
  data: z.object({ settings }),
  operations: ['getAccount', 'updateAccount'],
  notes: [
    'A new host breaks every client of the present one, this connection too. What concerns passwords and sign-in holds for every admin user, and cannot be read back.',
  ],
  confirm: touchesMany,
  invalidates: ['core-settings.*'],
  plan: planSettings,
  async snapshot(_input, ctx) {
    return comparable(await getSettings(ctx.modyo));
  },
  async run(input, ctx) {
    const asked = sentSettings(input);
    const before = await getSettings(ctx.modyo);
    const answered = await updateSettings(ctx.modyo, asked);
    const { stored, warnings } = await storedSettings(ctx, before, answered);
    const isUnseen = unseenSettings(asked, stored).length > 0;
    return ok(
      { settings: stored },
      {
        resource: accountResource(stored),
        state: {
          ...(isUnseen && { status: 'accepted' }),
          warnings: [
            ...settingLosses(asked, stored),
            ...otherLosses(settingNames, asked, before, stored),
            ...warnings,
          ],
        },
      },
    );
  },
});

const moved: Warning = {
  code: 'HOST_CHANGED',
  path: 'host',
  message:
    'The account has another address now, and this connection calls the old one: give it the new one. What is answered here is what the platform said to the change.',
};

/** The account as it is now; under its old host it may not be there to be read any longer. */
async function storedSettings(
  ctx: ModyoToolContext,
  before: Settings,
  answered: Settings,
): Promise<{ readonly stored: Settings; readonly warnings: readonly Warning[] }> {
  if (answered.host === before.host) {
    return { stored: await reread(getSettings(ctx.modyo), before.id), warnings: [] };
  }
  try {
    return { stored: await getSettings(ctx.modyo), warnings: [moved] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { stored: answered, warnings: [moved] };
  }
}
