import type { Json } from '../../../errors/app-error.ts';
import { createEntry, type Entry, getEntry } from '../../../modyo/content/entries.ts';
import { getSpace } from '../../../modyo/content/spaces.ts';
import { getType } from '../../../modyo/content/types.ts';
import { type Fail, isFail, type Warning } from '../../../toolkit/result.ts';
import { namedBy } from '../../named-parameter.ts';
import { reread } from '../../reread.ts';
import type { FieldDefinition } from '../field-definition.ts';
import { refusedFields } from '../field-refusal.ts';
import { type MappedFields, mapFields } from '../field-values.ts';
import { entryNames } from '../parameter-names.ts';
import type { OfType } from '../resolvers.ts';
import { wireValue } from './entry-body.ts';
import { entryLosses } from './entry-losses.ts';

/** What a new entry is made of. */
export interface SentDraft {
  readonly name: string;
  readonly slug?: string | undefined;
  readonly tags?: string[] | undefined;
  readonly private?: boolean | undefined;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

type DraftContext = OfType & {
  readonly category: { readonly id: number } | undefined;
  readonly locale: string | undefined;
};

/** A new entry in Modyo's form. */
export interface Draft {
  readonly attributes: Readonly<Record<string, Json | undefined>>;
  readonly mapped: MappedFields;
  readonly definitions: readonly FieldDefinition[];
}

export interface CreatedEntry {
  readonly stored: Entry;
  readonly definitions: readonly FieldDefinition[];
  readonly warnings: readonly Warning[];
}

/** The draft that a call describes, or the refusal of values that do not fit its type. */
export async function draftOf(sent: SentDraft, ctx: DraftContext): Promise<Draft | Fail> {
  const type = await namedBy('type', getType(ctx.modyo, ctx.space.id, ctx.type.id));
  const definitions = type.fields ?? [];
  const mapped = mapFields(sent.fields ?? {}, definitions);
  const refused = refusedFields(mapped.faults);
  if (refused !== undefined) return refused;
  const attributes = {
    name: sent.name,
    slug: sent.slug,
    category_id: ctx.category?.id,
    tags: sent.tags,
    private: sent.private,
    content_type_id: type.id,
    locale: ctx.locale ?? (await getSpace(ctx.modyo, ctx.space.id)).default_locale,
  };
  return { attributes, mapped, definitions };
}

/** Creates the draft, and reads it again. */
export async function createDraft(sent: SentDraft, ctx: DraftContext): Promise<CreatedEntry | Fail> {
  const draft = await draftOf(sent, ctx);
  if (isFail(draft)) return draft;
  const { attributes, mapped, definitions } = draft;
  const body = { ...attributes, field_values: mapped.values.map(wireValue) };
  const entryId = await createEntry(ctx.modyo, ctx.space.id, body, entryNames(mapped.values, definitions));
  await ctx.identifiers.forget({ kind: 'entry', spaceId: ctx.space.id });
  const stored = await reread(getEntry(ctx.modyo, ctx.space.id, entryId), entryId);
  const losses = entryLosses({ attributes, values: mapped.values, before: undefined, stored, definitions });
  return { stored, definitions, warnings: [...mapped.notes, ...losses] };
}
