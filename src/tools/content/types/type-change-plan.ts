import type { Json } from '../../../errors/app-error.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { type Fail, isFail } from '../../../toolkit/result.ts';
import { counted, plannedChanges, quoted, versionMark } from '../../plan-wording.ts';
import type { FieldChanges, StoredField } from '../field-changes.ts';
import { choicesOf, findField, holdsChoice } from '../field-definition.ts';
import type { OfType } from '../resolvers.ts';
import { isEmpty } from '../stored-value.ts';
import { type AtStake, type HeldValues, heldValues } from './held-values.ts';
import { type SentTypeChange, sides, type TypeChange, typeChange } from './type-change.ts';
import { entriesOfType } from './type-entries.ts';
import { typeResource } from './type-shape.ts';

/** What the write would change and lose; it refuses what {@link typeChange} refuses. */
export async function planTypeChange(sent: SentTypeChange, ctx: OfType): Promise<Plan | Fail> {
  const change = await typeChange(sent, ctx);
  return isFail(change) ? change : planOfChange(change, ctx);
}

export async function planOfChange(change: TypeChange, ctx: OfType): Promise<Plan> {
  const { before, changes } = change;
  const losses = lossesOf(change);
  const entries = await entriesOfType(ctx, before.id);
  const held = await heldValues(ctx, entries === 0 ? [] : losses.stakes);
  const isLoss = losses.removed.length > 0 || losses.choices.length > 0;
  const isHarmless = !isLoss && (losses.links.length === 0 || isNothingHeld(held));
  return {
    resource: typeResource(before),
    changes: {
      changed: plannedChanges(...sides(change)),
      fields_added: changes.add.map((field) => field.name),
      fields_removed: losses.removed.map((field) => field.name),
      choices_removed: losses.choices,
      links_changed: losses.links.map((field) => field.name),
      entries,
      // Ours, and JSON: the interface only has no index signature.
      values_held: { ...held } as unknown as { readonly [key: string]: Json },
      starts_reindex: entries > 0,
    },
    version: versionMark(before.id, before.updated_at, before.uid, before.fields?.length, entries),
    summary: summaryOf(change, losses, { entries, held, isHarmless }),
    ...(isHarmless && { isHarmless }),
  };
}

function isNothingHeld({ fields, complete }: HeldValues): boolean {
  return complete && fields.every(({ entries }) => entries === 0);
}

interface Losses {
  readonly removed: readonly StoredField[];
  readonly choices: readonly LeavingChoices[];
  /** Fields that would link to another type than now. */
  readonly links: readonly StoredField[];
  readonly stakes: readonly AtStake[];
}

interface LeavingChoices {
  readonly [key: string]: Json;
  readonly field: string;
  readonly choices: readonly string[];
}

function lossesOf({ before, changes, fieldPlan }: TypeChange): Losses {
  const stored: readonly StoredField[] = before.fields ?? [];
  const removed = stored.filter(({ id }) => fieldPlan.removed.some((field) => field.id === id));
  const leaving = changes.update.flatMap((update) => leavingChoices(stored, update));
  const links = stored.filter((field) => isRelinked(field, fieldPlan));
  return {
    removed,
    choices: leaving.map(({ field, labels }) => ({ field: field.name, choices: labels })),
    links,
    stakes: [
      ...[...removed, ...links].map((field) => ({ field, isHeld: (value: unknown) => !isEmpty(value) })),
      ...leaving.map(({ field, labels }) => ({
        field,
        isHeld: (value: unknown) => holdsChoice(field, value, labels),
      })),
    ],
  };
}

function leavingChoices(
  stored: readonly StoredField[],
  { field: reference, choices }: FieldChanges['update'][number],
): readonly { readonly field: StoredField; readonly labels: readonly string[] }[] {
  const field = findField(stored, reference);
  if (field === undefined || choices === undefined) return [];
  const labels = choicesOf(field)
    .map(({ label }) => label)
    .filter((label) => !choices.includes(label));
  return labels.length === 0 ? [] : [{ field, labels }];
}

function isRelinked(field: StoredField, { fields }: TypeChange['fieldPlan']): boolean {
  const sent = fields.find(({ id, _destroy: isRemoved }) => id === field.id && isRemoved !== true);
  const rules = sent?.['validations'] as { readonly content_type?: unknown } | undefined;
  return (
    sent !== undefined && (rules?.content_type ?? null) !== (field.validations?.['content_type'] ?? null)
  );
}

interface Readings {
  readonly entries: number;
  readonly held: HeldValues;
  readonly isHarmless: boolean;
}

function summaryOf({ before }: TypeChange, losses: Losses, { entries, held, isHarmless }: Readings): string {
  const name = quoted(before.name);
  if (isHarmless) return `The content type ${name} is changed, and no stored value is lost.`;
  const fields = held.fields.map(
    (one) => `${quoted(one.field)} in ${counted(one.entries, 'entry', 'entries')}`,
  );
  const isCounted = entries > 0 && fields.length > 0;
  const values = isCounted ? ` It has values of ${fields.join(', ')}${coverageOf(held)}.` : '';
  return `The content type ${name} ${lossesIn(losses)}; it has ${counted(entries, 'entry', 'entries')}.${values}`;
}

function coverageOf({ complete, versions_read: read, versions_total: total }: HeldValues): string {
  return complete
    ? ''
    : `, counted in ${read} of ${counted(total, 'version', 'versions')}: there may be more`;
}

function lossesIn({ removed, choices, links }: Losses): string {
  const left = choices.reduce((sum, { choices: labels }) => sum + labels.length, 0);
  const gone = [
    removed.length > 0 ? counted(removed.length, 'field', 'fields') : undefined,
    left > 0 ? counted(left, 'choice', 'choices') : undefined,
  ].filter((part) => part !== undefined);
  const parts = [
    gone.length > 0 ? `loses ${gone.join(' and ')} with the values in its entries` : undefined,
    links.length > 0
      ? `links ${counted(links.length, 'field', 'fields')} to another type, which the entries linked now do not have`
      : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' and ');
}
