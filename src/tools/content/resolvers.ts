import { AppError } from '../../errors/app-error.ts';
import { getSpace } from '../../modyo/content/spaces.ts';
import { resolver } from '../../toolkit/derivation.ts';
import type { Identifier } from '../../toolkit/identifier.ts';
import type { ModyoToolContext } from '../kit.ts';
import { namedBy } from '../named-parameter.ts';
import { chooseLocale } from './space-locale.ts';

interface InSpace {
  readonly space: { readonly id: number };
}

interface OfType {
  readonly type?: { readonly id: number } | undefined;
  readonly locale?: string | undefined;
}

/** The space that `identifier` names. */
export const identifiedSpace = resolver(
  'space',
  (input: { readonly identifier: Identifier }, ctx: ModyoToolContext) =>
    namedBy('identifier', ctx.identifiers.resolve({ kind: 'space', identifier: input.identifier })),
);

/** As {@link identifiedSpace}, for what cannot be undone. */
export const identifiedSpaceAnew = resolver(
  'space',
  (input: { readonly identifier: Identifier }, ctx: ModyoToolContext) =>
    namedBy('identifier', ctx.identifiers.resolveAnew({ kind: 'space', identifier: input.identifier })),
);

/** The space that `space` names, for what lives in one. */
export const spaceOfCall = resolver('space', (input: { readonly space: Identifier }, ctx: ModyoToolContext) =>
  namedBy('space', ctx.identifiers.resolve({ kind: 'space', identifier: input.space })),
);

/** The content type that `identifier` names, in the space of the call. */
export const identifiedType = resolver(
  'type',
  (input: { readonly identifier: Identifier }, ctx: ModyoToolContext & InSpace) =>
    namedBy(
      'identifier',
      ctx.identifiers.resolve({ kind: 'type', spaceId: ctx.space.id, identifier: input.identifier }),
    ),
);

/** As {@link identifiedType}, for what cannot be undone. */
export const identifiedTypeAnew = resolver(
  'type',
  (input: { readonly identifier: Identifier }, ctx: ModyoToolContext & InSpace) =>
    namedBy(
      'identifier',
      ctx.identifiers.resolveAnew({ kind: 'type', spaceId: ctx.space.id, identifier: input.identifier }),
    ),
);

/** The content type that `type` names, for what belongs to one. */
export const typeOfCall = resolver(
  'type',
  (input: { readonly type: Identifier }, ctx: ModyoToolContext & InSpace) =>
    namedBy('type', ctx.identifiers.resolve({ kind: 'type', spaceId: ctx.space.id, identifier: input.type })),
);

/** As {@link typeOfCall}, where the type may be left out. */
export const typeIfNamed = resolver(
  'type',
  async (input: { readonly type?: Identifier | undefined }, ctx: ModyoToolContext & InSpace) =>
    input.type === undefined
      ? undefined
      : namedBy(
          'type',
          ctx.identifiers.resolve({ kind: 'type', spaceId: ctx.space.id, identifier: input.type }),
        ),
);

/** The category that `category` names, by path, slug, name or id. */
export const categoryIfNamed = resolver(
  'category',
  async (input: { readonly category?: Identifier | undefined }, ctx: ModyoToolContext & InSpace) =>
    input.category === undefined
      ? undefined
      : namedBy(
          'category',
          ctx.identifiers.resolve({ kind: 'category', spaceId: ctx.space.id, identifier: input.category }),
        ),
);

/** `locale` in Modyo's spelling; `undefined` if it was left out. */
export const localeIfNamed = resolver(
  'locale',
  async (input: { readonly locale?: string | undefined }, ctx: ModyoToolContext & InSpace) => {
    if (input.locale === undefined) return undefined;
    const chosen = chooseLocale(await getSpace(ctx.modyo, ctx.space.id), input.locale);
    if (chosen.ok) return chosen.locale;
    throw new AppError(chosen.fault.message, { code: 'INVALID_PARAMS', fields: [chosen.fault] });
  },
);

/** The entry that `identifier` names: one logical entry, whatever its languages. */
export const identifiedEntry = resolver('entry', (input: NamesEntry, ctx: InLanguage) =>
  namedBy('identifier', ctx.identifiers.resolve(entryQuery(input, ctx))),
);

/** As {@link identifiedEntry}, for what cannot be undone. */
export const identifiedEntryAnew = resolver('entry', (input: NamesEntry, ctx: InLanguage) =>
  namedBy('identifier', ctx.identifiers.resolveAnew(entryQuery(input, ctx))),
);

interface NamesEntry {
  readonly identifier: Identifier;
}

type InLanguage = ModyoToolContext & InSpace & OfType;

function entryQuery({ identifier }: NamesEntry, { space, type, locale }: InLanguage) {
  return { kind: 'entry', spaceId: space.id, typeId: type?.id, locale, identifier } as const;
}
