import { z } from 'zod';
import { getSpace } from '../../../../modyo/content/spaces.ts';
import { ok } from '../../../../toolkit/result.ts';
import { attributeLosses } from '../../../attribute-losses.ts';
import { kit } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import { localeText } from '../../locale-parameter.ts';
import { createSpaceWithinPlan } from '../../plan-limit.ts';
import { normaliseLocale } from '../../space-locale.ts';
import { sentAttributes, spaceAttributes, spaceName, spaceUid } from '../space-arguments.ts';
import { space, spaceResource } from '../space-shape.ts';

export const createAction = kit.action({
  summary: 'Create a content space',
  input: z.object({
    name: spaceName,
    uid: spaceUid.optional(),
    default_locale: localeText.optional().describe('Main language, which cannot change later, e.g. "es-cl"'),
    ...spaceAttributes,
  }),
  data: z.object({ space }),
  operations: ['createSpace', 'getSpace', 'listSpaces'],
  notes: ['The default locale of a space is fixed when it is created.'],
  invalidates: ['content-spaces.*'],
  async run(input, ctx) {
    const { default_locale: defaultLocale, locales } = input;
    const attributes = sentAttributes(input);
    const asked = {
      ...attributes,
      ...(defaultLocale !== undefined && { default_locale: normaliseLocale(defaultLocale) }),
      ...(locales !== undefined && { locales: locales.map(normaliseLocale) }),
    };
    const spaceId = await createSpaceWithinPlan(ctx.modyo, asked);
    await ctx.identifiers.forget({ kind: 'space' });
    const stored = await reread(getSpace(ctx.modyo, spaceId), spaceId);
    const { locales: _locales, ...plain } = asked;
    const missing = (asked.locales ?? []).filter((locale) => !stored.locales?.includes(locale));
    const warnings = attributeLosses(
      { ...plain, ...(missing.length > 0 && { locales: asked.locales }) },
      stored,
    );
    return ok({ space: stored }, { resource: spaceResource(stored), state: { warnings } });
  },
});
