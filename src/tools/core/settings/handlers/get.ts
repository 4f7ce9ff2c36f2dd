import { z } from 'zod';
import { getSettings } from '../../../../modyo/core/settings.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { accountResource, settings } from '../setting-shape.ts';

export const getAction = kit.query({
  summary: 'Get the settings of the account',
  input: z.object({}),
  data: z.object({ settings }),
  operations: ['getAccount'],
  notes: ['Modyo shows no setting of passwords, sessions and second factors, though they can be set.'],
  async run(_input, ctx) {
    const found = await getSettings(ctx.modyo);
    return ok({ settings: found }, { resource: accountResource(found) });
  },
});
