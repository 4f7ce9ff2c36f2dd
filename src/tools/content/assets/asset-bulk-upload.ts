import { AppError, type ErrorCode, type FieldFault } from '../../../errors/app-error.ts';
import { getAssetSpace } from '../../../modyo/content/assets.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { type Fail, fail, isFail } from '../../../toolkit/result.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { counted } from '../../plan-wording.ts';
import { expectedFile } from './asset-source.ts';
import { type SentUpload, uploadAsset } from './asset-upload.ts';

/** What became of one file. */
export interface UploadItem {
  readonly index: number;
  readonly result: 'uploaded' | 'failed' | 'unknown' | 'not_tried';
  readonly asset_id?: number | undefined;
  readonly uuid?: string | undefined;
  readonly file_name?: string | undefined;
  readonly url?: string | undefined;
  readonly code?: string | undefined;
  readonly faults?: readonly UploadFault[] | undefined;
}

export interface UploadFault {
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

/** Failures that the files after it would meet as well. */
const endingCodes: readonly ErrorCode[] = ['FORBIDDEN', 'UNAUTHORIZED', 'RATE_LIMITED', 'UNAVAILABLE'];
const blamedCodes: readonly ErrorCode[] = ['INVALID_PARAMS', 'CONFLICT'];

/** Nothing is read from the addresses for a preview: what they lead to is known when they are read. */
export async function planUploads(
  files: readonly SentUpload[],
  { modyo }: ModyoToolContext,
): Promise<Plan | Fail> {
  const planned = files.map((file, index) => {
    const expected = expectedFile(file);
    return isFail(expected)
      ? { index, will_upload: false, code: expected.code }
      : { index, will_upload: true, ...expected };
  });
  const count = planned.filter((item) => item.will_upload).length;
  return {
    changes: { files: planned, uploads: count, remaining_space: await getAssetSpace(modyo) },
    summary: `${counted(count, 'file is', 'files are')} uploaded and public at once.`,
  };
}

interface Outcome {
  readonly item: UploadItem;
  readonly failure?: AppError | undefined;
}

/**
 * Uploads one file after the other, so that one call never holds more than one file in memory, and says of
 * each what became of it.
 * @returns the refusal of all of them, if the reasons lie in the files
 * @throws {AppError} the first failure that does not, if no file was uploaded
 */
export async function uploadAll(
  files: readonly SentUpload[],
  ctx: ModyoToolContext,
): Promise<readonly UploadItem[] | Fail> {
  const outcomes: Outcome[] = [];
  for (const [index, file] of files.entries()) {
    const ended = outcomes.some(({ failure }) => failure !== undefined && endingCodes.includes(failure.code));
    outcomes.push(
      ended || ctx.signal.aborted
        ? { item: { index, result: 'not_tried' } }
        : await outcomeOf(file, index, ctx),
    );
    ctx.progress({ progress: index + 1, total: files.length });
  }
  const items = outcomes.map(({ item }) => item);
  if (items.some(({ result }) => result === 'uploaded' || result === 'unknown')) {
    return items;
  }
  const failures = outcomes.flatMap(({ failure }) => failure ?? []);
  const [serious] = failures.filter(({ code }) => !blamedCodes.includes(code));
  if (serious !== undefined) throw serious;
  return fail('INVALID_PARAMS', 'None of the files was uploaded.', {
    fields: items.flatMap(({ faults }) => (faults ?? []).map(({ path, message }) => ({ path, message }))),
    details: { failed: items.length },
  });
}

async function outcomeOf(file: SentUpload, index: number, ctx: ModyoToolContext): Promise<Outcome> {
  try {
    const uploaded = await uploadAsset(file, ctx);
    if (isFail(uploaded)) {
      const { code, message, options } = uploaded;
      return failed(index, new AppError(message, { code, fields: options.fields ?? [] }));
    }
    const { stored, warnings } = uploaded;
    const { id, uuid, name, url } = stored;
    const faults = warnings.map(({ code, path, message = '' }) => ({
      code,
      path: `files.${index}.${path}`,
      message,
    }));
    return {
      item: {
        index,
        result: 'uploaded',
        asset_id: id,
        uuid,
        file_name: name,
        url,
        ...(faults.length > 0 && { faults }),
      },
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return failed(index, error);
  }
}

function failed(index: number, failure: AppError): Outcome {
  const fields: readonly FieldFault[] =
    failure.fields !== undefined && failure.fields.length > 0
      ? failure.fields
      : [{ path: '', message: failure.message }];
  const faults = fields.map(({ path, message }) => ({
    code: failure.code,
    path: path === '' ? `files.${index}` : `files.${index}.${path}`,
    message,
  }));
  const assetId = failure.details?.['id'];
  return {
    failure,
    item: {
      index,
      result: failure.details?.['state_unknown'] === true ? 'unknown' : 'failed',
      ...(typeof assetId === 'number' && { asset_id: assetId }),
      code: failure.code,
      faults,
    },
  };
}
