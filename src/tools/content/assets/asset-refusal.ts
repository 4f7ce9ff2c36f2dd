import { AppError } from '../../../errors/app-error.ts';
import type { FieldPath, ModyoClient } from '../../../modyo/client.ts';
import { getAssetSpace } from '../../../modyo/content/assets.ts';
import type { SentSource } from './asset-arguments.ts';
import { sourceParameter } from './asset-source.ts';

const attributeParameters: Readonly<Record<string, string>> = {
  asset_id: 'identifier',
  data_file_name: 'file_name',
  data_content_type: 'content_type',
  tag_list: 'tags',
  'tags[]': 'tags',
};

/** Our parameters for the attributes of an asset; what Modyo says of the file is about where it came from. */
export function assetNames(sent: SentSource): FieldPath {
  return (attribute) => {
    if (attribute === 'data' || attribute === 'data_file_size') return sourceParameter(sent);
    return attributeParameters[attribute];
  };
}

/**
 * Sends a file, and says of a refusal in sentences alone whether the account is full: what the sentences are
 * about cannot be told from them, since they are in the language of the token's owner.
 * @throws {AppError} `CONFLICT` with `details.remaining_space` where the plan has no room for the file, else
 * `INVALID_PARAMS` with Modyo's reason under the parameter of the file; other failures as they are
 */
export async function sending<Result>(
  upload: Promise<Result>,
  modyo: ModyoClient,
  sent: SentSource,
  bytes: number,
): Promise<Result> {
  try {
    return await upload;
  } catch (error) {
    if (!(error instanceof AppError) || !isSentence(error)) throw error;
    const remaining = await remainingSpace(modyo);
    const fields = (error.fields ?? []).map((fault) => ({ ...fault, path: sourceParameter(sent) }));
    if (remaining !== undefined && remaining < bytes) {
      throw new AppError('Modyo refused the file, and the plan of the account has no room for it.', {
        code: 'CONFLICT',
        hint: 'Delete files that nobody needs, or ask for a larger plan.',
        fields,
        details: { remaining_space: remaining, file_bytes: bytes },
        cause: error,
      });
    }
    throw new AppError('Modyo does not accept the file.', { code: 'INVALID_PARAMS', fields, cause: error });
  }
}

function isSentence({ code, fields }: AppError): boolean {
  if (code !== 'CONFLICT' && code !== 'INVALID_PARAMS') return false;
  return fields !== undefined && fields.length > 0 && fields.every(({ path }) => path === '');
}

/** The refusal matters more than a failure to explain it. */
async function remainingSpace(modyo: ModyoClient): Promise<number | undefined> {
  try {
    return await getAssetSpace(modyo);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
