import { AppError } from '../../../errors/app-error.ts';
import {
  type Asset,
  type AssetClass,
  type AssetTexts,
  createAsset,
  getAsset,
  updateAsset,
} from '../../../modyo/content/assets.ts';
import { type Fail, isFail, type Warning } from '../../../toolkit/result.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { reread } from '../../reread.ts';
import { type SentSource, sentTexts } from './asset-arguments.ts';
import { fileLosses, textLosses } from './asset-losses.ts';
import { assetNames, sending } from './asset-refusal.ts';
import { classOf, fileOf, sourceParameter } from './asset-source.ts';

export interface SentUpload extends SentSource, AssetTexts {
  readonly klass?: AssetClass | undefined;
}

export interface Uploaded {
  readonly stored: Asset;
  readonly warnings: readonly Warning[];
  /** False where the file is there and what was to be told of it is not. */
  readonly isWhole: boolean;
}

/**
 * Uploads a file, tells the platform what is to be told of it, and reads the result. Two writes: the platform
 * takes no texts with a file.
 * @throws {AppError} as the upload; a failure of the second write is a warning, for the file is there
 */
export async function uploadAsset(sent: SentUpload, ctx: ModyoToolContext): Promise<Uploaded | Fail> {
  const file = await fileOf(sent, ctx);
  if (isFail(file)) return file;
  const names = assetNames(sent);
  const upload = createAsset(ctx.modyo, file, sent.klass ?? classOf(file), names);
  const assetId = await sending(upload, ctx.modyo, sent, file.bytes.length);
  await ctx.identifiers.forget({ kind: 'asset' });
  const texts = sentTexts(sent);
  const failure = hasTexts(texts) ? await failureOf(updateAsset(ctx.modyo, assetId, texts, names)) : [];
  const stored = await reread(getAsset(ctx.modyo, assetId), assetId);
  return {
    stored,
    warnings: [...failure, ...fileLosses(file, sourceParameter(sent), stored), ...textLosses(texts, stored)],
    isWhole: failure.length === 0,
  };
}

function hasTexts(texts: AssetTexts): boolean {
  return Object.values(texts).some((value) => value !== undefined);
}

async function failureOf(update: Promise<void>): Promise<readonly Warning[]> {
  try {
    await update;
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const message = `The file is stored, and what was to be told of it is not: ${error.message}`;
    const faults = error.fields ?? [];
    return [
      { code: 'TEXTS_NOT_STORED', path: 'asset', message },
      ...faults.map((fault) => ({ code: 'TEXT_REFUSED', path: fault.path, message: fault.message })),
    ];
  }
}
