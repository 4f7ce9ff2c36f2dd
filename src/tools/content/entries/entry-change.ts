import type { FieldFault, Json } from '../../../errors/app-error.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { type Fail, fail, isFail } from '../../../toolkit/result.ts';
import { counted, plannedChanges, quoted } from '../../plan-wording.ts';
import { refusedRename } from '../../rename-guard.ts';
import { fieldDefinitions } from '../field-definitions.ts';
import { refusedFields } from '../field-refusal.ts';
import { mapFields, mergeFieldValues, namedFields } from '../field-values.ts';
import { type ListMode, settleLists } from '../list-changes.ts';
import type { EntryChange } from './entry-body.ts';
import { isLive } from './entry-lifecycle.ts';
import { linksByUuid } from './entry-links.ts';
import { refusedMove, standingMark } from './entry-move.ts';
import type { VersionWrite } from './entry-save.ts';
import { entryResource } from './entry-shape.ts';
import type { VersionContext } from './entry-version.ts';

/** What an update sends, as far as it changes the entry. */
export interface SentChange {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly remove_category?: boolean | undefined;
  readonly tags?: string[] | undefined;
  readonly private?: boolean | undefined;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly list_mode?: ListMode | undefined;
  readonly allow_rename?: boolean | undefined;
}

type ChangeContext = VersionContext & { readonly category: { readonly id: number } | undefined };

/** The write that an update leads to, or the refusal of one that does not fit the entry or its type. */
export async function entryChange(sent: SentChange, ctx: ChangeContext): Promise<VersionWrite | Fail> {
  const { known, version } = ctx.found;
  const definitions = await fieldDefinitions(ctx, known.content_type_id);
  const stored = version?.field_values ?? [];
  const mapped = mapFields(sent.fields ?? {}, definitions, stored);
  const misfits = (version && refusedMove(ctx.space.id, 'update', version)) ?? refusedFields(mapped.faults);
  if (misfits !== undefined) return misfits;
  const lists = settleLists(
    { values: await linksByUuid(ctx, mapped.values, stored), tags: sent.tags, mode: sent.list_mode },
    { values: stored, tags: version?.tags ?? [], definitions },
  );
  const refused =
    refusedLists(lists.faults) ??
    refusedRename({
      path: 'slug',
      stored: version !== undefined && isLive(version) ? version.slug : undefined,
      wanted: sent.slug,
      isRenameAllowed: sent.allow_rename,
    });
  if (refused !== undefined) return refused;
  const attributes = {
    name: sent.name,
    slug: sent.slug,
    category_id: sent.remove_category === true ? null : ctx.category?.id,
    tags: lists.tags,
    private: sent.private,
  };
  return {
    known,
    version,
    locale: ctx.locale,
    attributes,
    values: lists.values,
    definitions,
    vanishing: lists.vanishing,
    notes: [...mapped.notes, ...lists.notes],
  };
}

function refusedLists(faults: readonly FieldFault[]): Fail | undefined {
  if (faults.length === 0) return undefined;
  const message = 'Stored items would vanish from a list, and the call does not say whether they should.';
  return fail('INVALID_PARAMS', `${message} Nothing was saved.`, { fields: faults });
}

/** The difference that the write would make, field by field; it refuses what {@link entryChange} refuses. */
export async function planChange(sent: SentChange, ctx: ChangeContext): Promise<Plan | Fail> {
  const write = await entryChange(sent, ctx);
  if (isFail(write)) return write;
  const { known, version, vanishing, notes } = write;
  const changed = plannedChanges(...sides(write));
  const creates = version === undefined;
  return {
    resource: entryResource(version ?? known),
    changes: {
      locale: version?.locale ?? write.locale,
      ...(creates && { translation_created: true }),
      changed,
      ...(vanishing.length > 0 && { vanishing: vanishing.map((list) => ({ ...list })) }),
      ...(notes.length > 0 && { not_kept: notes.map((note) => ({ ...note })) }),
      ...(version !== undefined && isLive(version) && { live_after_publishing: true }),
    },
    version: standingMark(version ?? known),
    summary: creates
      ? `The entry ${quoted(known.name)} gets a version in ${write.locale ?? 'this language'}, as a draft.`
      : `The entry ${quoted(version.name)} is changed in ${counted(changed.length, 'place', 'places')}.`,
  };
}

type Side = Readonly<Record<string, Json | undefined>>;

/** The attributes and values before and after, by the names that answers have. */
function sides({ version, attributes, values, definitions }: VersionWrite): readonly [Side, Side] {
  const stored = version?.field_values ?? [];
  const before: EntryChange = version === undefined ? {} : attributesOf(version);
  const changes = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return [
    { ...before, fields: namedFields(stored, definitions) },
    {
      ...before,
      ...Object.fromEntries(changes),
      fields: namedFields(mergeFieldValues(stored, values), definitions),
    },
  ];
}

function attributesOf(version: NonNullable<VersionWrite['version']>): EntryChange {
  const { name, slug, category_id, tags } = version;
  return { name, slug, category_id, tags, private: version.private };
}
