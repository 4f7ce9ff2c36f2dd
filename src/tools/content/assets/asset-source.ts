import { AppError } from '../../../errors/app-error.ts';
import type { FilePart } from '../../../modyo/client.ts';
import type { AssetClass } from '../../../modyo/content/assets.ts';
import { mediaTypeOf, unknownMediaType } from '../../../modyo/media-types.ts';
import { type Fail, fail } from '../../../toolkit/result.ts';
import type { ModyoToolContext } from '../../kit.ts';
import type { SentSource } from './asset-arguments.ts';

const base64Pattern = /^[A-Za-z0-9+/]*={0,2}$/;

/** The parameter that the file came by, for what is said of it. */
export function sourceParameter({ url }: SentSource): 'url' | 'content_base64' {
  return url === undefined ? 'content_base64' : 'url';
}

/** What can be said of the file of a call before it is read. */
export interface ExpectedFile {
  readonly source: 'url' | 'base64';
  readonly file_name: string | undefined;
  readonly content_type: string | undefined;
  /** `undefined` for a file that is not read yet. */
  readonly bytes: number | undefined;
}

/** Never with the address, which may be a secret, and never with the bytes. */
export function expectedFile(sent: SentSource): ExpectedFile | Fail {
  const name = nameOf(sent);
  if (sent.url !== undefined) {
    return { source: 'url', file_name: name, content_type: sent.content_type, bytes: undefined };
  }
  const decoded = decode(sent.content_base64 ?? '');
  if (decoded === undefined) return notBase64();
  const type = sent.content_type ?? mediaTypeOf(name ?? '');
  return { source: 'base64', file_name: name, content_type: type, bytes: decoded.length };
}

/**
 * The file of a call, read to its end.
 * @param storedName the name of the file whose place it takes
 * @returns the refusal of a file that cannot be sent as it is
 * @throws {AppError} as `download`, with the parameter
 */
export async function fileOf(
  sent: SentSource,
  { download }: Pick<ModyoToolContext, 'download'>,
  storedName?: string,
): Promise<FilePart | Fail> {
  const fileName = sent.file_name ?? storedName ?? nameOf(sent);
  if (fileName === undefined) return unnamed();
  const read = await bytesOf(sent, download);
  if (read === undefined) return notBase64();
  const contentType = sent.content_type ?? read.contentType ?? mediaTypeOf(fileName) ?? unknownMediaType;
  return { fileName, contentType, bytes: read.bytes };
}

async function bytesOf(
  { url, content_base64: text }: SentSource,
  download: ModyoToolContext['download'],
): Promise<{ readonly bytes: Uint8Array; readonly contentType?: string | undefined } | undefined> {
  if (url === undefined) {
    const bytes = decode(text ?? '');
    return bytes === undefined ? undefined : { bytes };
  }
  try {
    return await download(url);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INVALID_PARAMS') throw error;
    throw new AppError(error.message, {
      code: error.code,
      fields: [{ path: 'url', message: error.message }],
      cause: error,
      ...(error.details !== undefined && { details: error.details }),
    });
  }
}

/** `Buffer` skips what is no base64 without a word, so the text is looked at first. */
function decode(text: string): Buffer | undefined {
  if (text.length % 4 === 1 || !base64Pattern.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 0 ? undefined : bytes;
}

function nameOf({ url, file_name: named }: SentSource): string | undefined {
  if (named !== undefined || url === undefined || !URL.canParse(url)) return named;
  const segment = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    const decoded = decodeURIComponent(segment);
    return /^[^/\\\p{Cc}]+\.[^/\\\p{Cc}.]+$/u.test(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}

function notBase64(): Fail {
  const message = 'This is not a file in base64.';
  return fail('INVALID_PARAMS', `${message} Nothing was uploaded.`, {
    fields: [{ path: 'content_base64', message, expected: 'base64 without a prefix and without spaces' }],
  });
}

function unnamed(): Fail {
  const message = 'The address does not end in a file name, so this parameter has to say it.';
  return fail('INVALID_PARAMS', `${message} Nothing was uploaded.`, {
    fields: [{ path: 'file_name', message }],
  });
}

/** The class of a file whose caller names none. */
export function classOf({ contentType }: FilePart): AssetClass {
  if (contentType.startsWith('image/')) return 'picture';
  if (contentType.startsWith('video/')) return 'video';
  return contentType.startsWith('audio/') ? 'audio' : 'file';
}
