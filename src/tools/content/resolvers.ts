import { AppError } from '../../errors/app-error.ts';
import { getSpace } from '../../modyo/content/spaces.ts';
import type { Identifiers } from '../../modyo/identifiers.ts';
import { resolver } from '../../toolkit/derivation.ts';
import type { Identifier } from '../../toolkit/identifier.ts';
import type { ModyoToolContext } from '../kit.ts';
import { namedBy } from '../named-parameter.ts';
import { chooseLocale } from './space-locale.ts';

interface NamesItself {
  readonly identifier: Identifier;
}

/** The context of a call whose space is resolved. */
export type InSpace = ModyoToolContext & { readonly space: { readonly id: number } };

/** The context of a call whose content type is resolved. */
export type OfType = InSpace & { readonly type: { readonly id: number } };

type InLanguage = InSpace & {
  readonly type?: { readonly id: number } | undefined;
  readonly locale?: string | undefined;
};

/** What cannot be undone looks its element up anew, past everything remembered. */
type Lookup = keyof Pick<Identifiers, 'resolve' | 'resolveAnew'>;

/** The space that `identifier` names. */
export const identifiedSpace = identifiedSpaceBy('resolve');
export const identifiedSpaceAnew = identifiedSpaceBy('resolveAnew');

function identifiedSpaceBy(lookup: Lookup) {
  return resolver('space', ({ identifier }: NamesItself, { identifiers }: ModyoToolContext) =>
    namedBy('identifier', identifiers[lookup]({ kind: 'space', identifier })),
  );
}

/** The space that `space` names, for what lives in one. */
export const spaceOfCall = resolver('space', (input: { readonly space: Identifier }, ctx: ModyoToolContext) =>
  namedBy('space', ctx.identifiers.resolve({ kind: 'space', identifier: input.space })),
);

/** The content type that `identifier` names, in the space of the call. */
export const identifiedType = identifiedTypeBy('resolve');
export const identifiedTypeAnew = identifiedTypeBy('resolveAnew');

function identifiedTypeBy(lookup: Lookup) {
  return resolver('type', ({ identifier }: NamesItself, { identifiers, space }: InSpace) =>
    namedBy('identifier', identifiers[lookup]({ kind: 'type', spaceId: space.id, identifier })),
  );
}

/** The content type that `type` names, for what belongs to one. */
export const typeOfCall = resolver('type', (input: { readonly type: Identifier }, ctx: InSpace) =>
  namedBy('type', ctx.identifiers.resolve({ kind: 'type', spaceId: ctx.space.id, identifier: input.type })),
);

/** As {@link typeOfCall}, where the type may be left out. */
export const typeIfNamed = ifNamed('type');

/** The category that `category` names, by path, slug, name or id. */
export const categoryIfNamed = ifNamed('category');

/** The category that `identifier` names, in the space of the call. */
export const identifiedCategory = identifiedCategoryBy('resolve');
export const identifiedCategoryAnew = identifiedCategoryBy('resolveAnew');

function identifiedCategoryBy(lookup: Lookup) {
  return resolver('category', ({ identifier }: NamesItself, { identifiers, space }: InSpace) =>
    namedBy('identifier', identifiers[lookup]({ kind: 'category', spaceId: space.id, identifier })),
  );
}

/** The category that `parent` names, below which another one lies or comes to lie. */
export const parentIfNamed = resolver(
  'parent',
  async (input: { readonly parent?: Identifier | undefined }, { identifiers, space }: InSpace) => {
    if (input.parent === undefined) return undefined;
    const query = { kind: 'category', spaceId: space.id, identifier: input.parent } as const;
    return namedBy('parent', identifiers.resolve(query));
  },
);

function ifNamed<const Kind extends 'type' | 'category'>(kind: Kind) {
  type Input = { readonly [Name in Kind]?: Identifier | undefined };
  return resolver(kind, async (input: Input, { identifiers, space }: InSpace) => {
    const identifier: Identifier | undefined = input[kind];
    if (identifier === undefined) return undefined;
    return namedBy(kind, identifiers.resolve({ kind, spaceId: space.id, identifier }));
  });
}

/** `locale` in Modyo's spelling; `undefined` if it was left out. */
export const localeIfNamed = resolver(
  'locale',
  async (input: { readonly locale?: string | undefined }, { modyo, space }: InSpace) => {
    if (input.locale === undefined) return undefined;
    const chosen = chooseLocale(await getSpace(modyo, space.id), input.locale);
    if (chosen.ok) return chosen.locale;
    throw new AppError(chosen.fault.message, { code: 'INVALID_PARAMS', fields: [chosen.fault] });
  },
);

/** The entry that `identifier` names: one logical entry, whatever its languages. */
export const identifiedEntry = identifiedEntryBy('resolve');
export const identifiedEntryAnew = identifiedEntryBy('resolveAnew');

function identifiedEntryBy(lookup: Lookup) {
  return resolver('entry', ({ identifier }: NamesItself, { identifiers, space, type, locale }: InLanguage) =>
    namedBy(
      'identifier',
      identifiers[lookup]({ kind: 'entry', spaceId: space.id, typeId: type?.id, locale, identifier }),
    ),
  );
}

/** The media file that `identifier` names, by id, uuid, file name or title. */
export const identifiedAsset = identifiedAssetBy('resolve');
export const identifiedAssetAnew = identifiedAssetBy('resolveAnew');

function identifiedAssetBy(lookup: Lookup) {
  return resolver('asset', ({ identifier }: NamesItself, { identifiers }: ModyoToolContext) =>
    namedBy('identifier', identifiers[lookup]({ kind: 'asset', identifier })),
  );
}
