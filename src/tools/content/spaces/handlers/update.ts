import { z } from 'zod';
import { getSpace, updateSpace } from '../../../../modyo/content/spaces.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { type Fail, fail, ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { comparable } from '../../comparable.ts';
import { attributeLosses, otherLosses } from '../../post-condition.ts';
import { allowRename, refusedRename } from '../../rename-guard.ts';
import { reread } from '../../reread.ts';
import { identifiedSpace } from '../../resolvers.ts';
import { chooseLocales, normaliseLocale } from '../../space-locale.ts';
import {
  localeParameter,
  sentAttributes,
  spaceAttributeNames,
  spaceAttributes,
  spaceName,
  spaceUid,
} from '../space-arguments.ts';
import { space, spaceResource } from '../space-shape.ts';

const removedLocalesMax = 50;

export const updateAction = kit.mutation({
  summary: 'Change attributes of a content space; what is not sent stays',
  idempotent: true,
  input: z
    .object({
      identifier: identifier('Space'),
      name: spaceName.optional().describe('Name of the space, e.g. "Blog"'),
      uid: spaceUid.optional(),
      ...spaceAttributes,
      remove_locales: z
        .array(localeParameter)
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
  async run(input, ctx) {
    const { locales, remove_locales: removed, allow_rename: isRenameAllowed } = input;
    const before = await getSpace(ctx.modyo, ctx.space.id);
    const refused =
      refusedRename({ path: 'uid', stored: before.uid, wanted: input.uid, isRenameAllowed }) ??
      refusedRemoval(before.default_locale, removed ?? []);
    if (refused !== undefined) return refused;
    const wanted = chooseLocales(before, locales ?? [], removed ?? []);
    const asked = {
      ...sentAttributes(input),
      ...(locales !== undefined || removed !== undefined ? { locales: wanted } : {}),
    };
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

/** A space never loses its default language: a removal that cannot happen is refused, not left out. */
function refusedRemoval(defaultLocale: string, removed: readonly string[]): Fail | undefined {
  if (!removed.map(normaliseLocale).includes(defaultLocale)) return undefined;
  const message = `The default language of the space, ${defaultLocale}, cannot be taken out.`;
  return fail('INVALID_PARAMS', `${message} Nothing was changed.`, {
    fields: [{ path: 'remove_locales', message }],
  });
}
