import { AppError } from '../../../errors/app-error.ts';
import { foundOrNothing } from '../../../modyo/absence.ts';
import { type Asset, getAsset, tagAssets } from '../../../modyo/content/assets.ts';
import type { Plan } from '../../../toolkit/action.ts';
import type { Identifier } from '../../../toolkit/identifier.ts';
import { type Fail, fail } from '../../../toolkit/result.ts';
import { inTurns } from '../../in-turns.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { counted, versionMark } from '../../plan-wording.ts';
import { assetNames } from './asset-refusal.ts';

export interface SentTags {
  readonly assets: readonly Identifier[];
  readonly tags: readonly string[];
}

/** One of the files that a call names, in its place. */
type Target =
  | { readonly index: number; readonly asset: Asset }
  | {
      readonly index: number;
      readonly asset?: Asset;
      readonly code: 'NOT_FOUND' | 'AMBIGUOUS' | 'DUPLICATE';
    };

/** What became of one file. */
export interface TagItem {
  readonly index: number;
  readonly asset_id?: number | undefined;
  readonly file_name?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly result: 'changed' | 'unchanged' | 'failed';
  readonly code?: string | undefined;
}

export interface TagTargets {
  readonly targets: readonly Target[];
  /** Those whose tags are not yet as they shall be. */
  readonly pending: readonly Asset[];
}

export async function tagTargets({ assets, tags }: SentTags, ctx: ModyoToolContext): Promise<TagTargets> {
  const named = await inTurns(assets, (identifier, index) => targetOf(ctx, identifier, index));
  const seen = new Set<number>();
  const targets = named.map((target): Target => {
    if (target.asset === undefined) return target;
    const { index, asset } = target;
    if (seen.has(asset.id)) return { index, asset, code: 'DUPLICATE' };
    seen.add(asset.id);
    return target;
  });
  const pending = targets.flatMap((target) =>
    'code' in target || hasTags(target.asset, tags) ? [] : [target.asset],
  );
  return { targets, pending };
}

async function targetOf(ctx: ModyoToolContext, identifier: Identifier, index: number): Promise<Target> {
  try {
    const { id } = await ctx.identifiers.resolveAnew({ kind: 'asset', identifier });
    return { index, asset: await getAsset(ctx.modyo, id) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'NOT_FOUND' || error.code === 'AMBIGUOUS') return { index, code: error.code };
    throw error;
  }
}

function hasTags({ tags = [] }: Asset, wanted: readonly string[]): boolean {
  const unique = new Set(wanted);
  return unique.size === tags.length && tags.every((tag) => unique.has(tag));
}

/** Refuses a call that names no file at all. */
export function refusedTargets({ targets }: TagTargets): Fail | undefined {
  if (targets.some(({ asset }) => asset !== undefined)) return undefined;
  const ambiguous = targets.some((target) => 'code' in target && target.code === 'AMBIGUOUS');
  const message = 'None of these names one media file.';
  return fail(ambiguous ? 'AMBIGUOUS' : 'NOT_FOUND', `${message} Nothing was changed.`, {
    fields: [{ path: 'assets', message }],
  });
}

export async function planTags(sent: SentTags, ctx: ModyoToolContext): Promise<Plan | Fail> {
  const found = await tagTargets(sent, ctx);
  const refused = refusedTargets(found);
  if (refused !== undefined) return refused;
  const { targets, pending } = found;
  const assets = targets.map((target) => ({
    ...described(target),
    ...('code' in target ? { code: target.code } : { will_change: pending.includes(target.asset) }),
  }));
  const marks = pending.map(({ id, updated_at: at, tags = [] }) => versionMark(id, at, ...tags));
  return {
    changes: { tags: sent.tags, assets, changes: pending.length },
    version: versionMark(...marks),
    summary: `The tags of ${counted(pending.length, 'media file', 'media files')} are replaced.`,
    ...(pending.length === 0 && { isHarmless: true }),
  };
}

/** Sets the tags in one request and reads each file again: the answer to the request says nothing. */
export async function setTags(
  { tags }: SentTags,
  { targets, pending }: TagTargets,
  ctx: ModyoToolContext,
): Promise<readonly TagItem[]> {
  const ids = pending.map(({ id }) => id);
  if (ids.length > 0) await tagAssets(ctx.modyo, ids, [...new Set(tags)], assetNames({}));
  const stored = await storedAfter(ids, ctx);
  return targets.map((target): TagItem => {
    const item = described(target);
    if ('code' in target) return { ...item, result: 'failed', code: target.code };
    if (!pending.includes(target.asset)) return { ...item, result: 'unchanged' };
    const after = stored.get(target.asset.id);
    if (after === undefined) return { ...item, result: 'failed', code: 'NOT_FOUND' };
    const now = { ...item, tags: after.tags ?? [] };
    return hasTags(after, tags)
      ? { ...now, result: 'changed' }
      : { ...now, result: 'failed', code: 'STATE_NOT_REACHED' };
  });
}

async function storedAfter(
  ids: readonly number[],
  ctx: ModyoToolContext,
): Promise<ReadonlyMap<number, Asset>> {
  try {
    const read = await inTurns(ids, (id) => foundOrNothing(getAsset(ctx.modyo, id)));
    return new Map(read.flatMap((asset) => (asset === undefined ? [] : [[asset.id, asset] as const])));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(`Modyo accepted the change, and reading the result failed: ${error.message}`, {
      code: error.code,
      hint: 'Read the media files before you repeat the call.',
      details: { ...error.details, written: true, state_unknown: true },
      cause: error,
    });
  }
}

function described({ index, asset }: Target) {
  return { index, asset_id: asset?.id, file_name: asset?.name, tags: asset?.tags };
}
