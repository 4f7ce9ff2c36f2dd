import { z } from 'zod';
import { getSpace, updateSpace } from '../../../../modyo/content/spaces.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { attributeLosses, otherLosses } from '../../../attribute-losses.ts';
import { comparable } from '../../../comparable.ts';
import { kit } from '../../../kit.ts';
import { allowRename } from '../../../rename-guard.ts';
import { reread } from '../../../reread.ts';
import { localeText } from '../../locale-parameter.ts';
import { identifiedSpace } from '../../resolvers.ts';
import { normaliseLocale } from '../../space-locale.ts';
import { spaceAttributeNames, spaceAttributes, spaceName, spaceUid } from '../space-arguments.ts';
import { planSpaceChange, spaceChange } from '../space-change.ts';
import { space, spaceResource } from '../space-shape.ts';

const removedLocalesMax = 50;

/**
 * Nobody is asked before an attribute is changed: it loses nothing but the value that the answer shows, with
 * `verify` or in a dry run. Taking a language out puts entries out of reach, so that is confirmed.
 */
export const updateAction = kit.mutation({
  summary: 'Change attributes of a content space; what is not sent stays',
  idempotent: true,
  input: z
    .object({
      identifier: identifier('Space'),
      name: spaceName.optional(),
      uid: spaceUid.optional(),
      ...spaceAttributes,
      remove_locales: z
        .array(localeText)
        .min(1)
        .max(removedLocalesMax)
        .optional()
        .describe('Languages to take out of the space, e.g. ["es-cl"]'),
      allow_rename: allowRename,
    })
    .refine(({ locales, remove_locales: removed }) => !haveCommonLocale(locales, removed), {
      path: ['remove_locales'],
      message: 'Names a language that locales adds',
    }),
  data: z.object({ space }),
  resolve: [identifiedSpace],
  operations: ['listSpaces', 'getSpace', 'updateSpace'],
  notes: ['A new uid breaks the templates and API clients that use the old one, so it needs allow_rename.'],
  async snapshot(_input, ctx) {
    return comparable(await getSpace(ctx.modyo, ctx.space.id));
  },
  confirm: ({ remove_locales: removed }) => removed !== undefined,
  invalidates: ['content-spaces.*'],
  plan: planSpaceChange,
  async run(input, ctx) {
    const change = await spaceChange(input, ctx);
    if (isFail(change)) return change;
    const { before, asked } = change;
    await updateSpace(ctx.modyo, before.id, asked);
    await ctx.identifiers.forget({ kind: 'space' });
    const stored = await reread(getSpace(ctx.modyo, before.id), before.id);
    return ok(
      { space: stored },
      {
        resource: spaceResource(stored),
        state: {
          warnings: [
            ...attributeLosses(asked, stored),
            ...otherLosses(spaceAttributeNames, asked, before, stored),
          ],
        },
      },
    );
  },
});

function haveCommonLocale(added: readonly string[] = [], removed: readonly string[] = []): boolean {
  const leaving = removed.map(normaliseLocale);
  return added.some((locale) => leaving.includes(normaliseLocale(locale)));
}
