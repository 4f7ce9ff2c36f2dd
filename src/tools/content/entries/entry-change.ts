import type { Json } from '../../../errors/app-error.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { type Fail, isFail } from '../../../toolkit/result.ts';
import { counted, plannedChanges, quoted } from '../../plan-wording.ts';
import { refusedRename } from '../../rename-guard.ts';
import { fieldDefinitions } from '../field-definitions.ts';
import { refusedFields } from '../field-refusal.ts';
import { mapFields, mergeFieldValues, namedFields } from '../field-values.ts';
import type { EntryChange } from './entry-body.ts';
import { isLive } from './entry-lifecycle.ts';
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
  readonly allow_rename?: boolean | undefined;
}

type ChangeContext = VersionContext & { readonly category: { readonly id: number } | undefined };

/** The write that an update leads to, or the refusal of one that does not fit the entry or its type. */
export async function entryChange(sent: SentChange, ctx: ChangeContext): Promise<VersionWrite | Fail> {
  const { known, version } = ctx.found;
  const definitions = await fieldDefinitions(ctx, known.content_type_id);
  const mapped = mapFields(sent.fields ?? {}, definitions);
  const refused =
    (version && refusedMove(ctx.space.id, 'update', version)) ??
    refusedFields(mapped.faults) ??
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
    tags: sent.tags,
    private: sent.private,
  };
  return { known, version, locale: ctx.locale, attributes, values: mapped.values, definitions };
}

/** The difference that the write would make, field by field; it refuses what {@link entryChange} refuses. */
export async function planChange(sent: SentChange, ctx: ChangeContext): Promise<Plan | Fail> {
  const write = await entryChange(sent, ctx);
  if (isFail(write)) return write;
  const { known, version } = write;
  const changed = plannedChanges(...sides(write));
  const creates = version === undefined;
  return {
    resource: entryResource(version ?? known),
    changes: {
      locale: version?.locale ?? write.locale,
      ...(creates && { translation_created: true }),
      changed,
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
