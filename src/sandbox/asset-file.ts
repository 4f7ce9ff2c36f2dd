import { type Answer, conflict, type ErrorItem, fieldError, unprocessable } from './answer.ts';
import type { SentFile } from './form-body.ts';
import { isJsonObject, textOf } from './json-object.ts';
import type { AccountData } from './records.ts';

const mebibyte = 1024 * 1024;
const imageBytesMax = 6 * mebibyte;
const otherBytesMax = 10 * mebibyte;
/** What the plan of an account has for files. */
const planBytes = 64 * mebibyte;

/** The extensions that files may have, and the media types that fit them. SVG is known, and off. */
const typesByExtension: { readonly [extension: string]: readonly string[] } = {
  csv: ['text/csv', 'text/plain'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  gif: ['image/gif'],
  jpeg: ['image/jpeg'],
  jpg: ['image/jpeg'],
  mp3: ['audio/mpeg'],
  mp4: ['video/mp4'],
  pdf: ['application/pdf'],
  png: ['image/png'],
  svg: ['image/svg+xml'],
  txt: ['text/plain'],
  webp: ['image/webp'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  zip: ['application/zip'],
};

export const allowedExtensions: readonly string[] = Object.keys(typesByExtension).filter(
  (extension) => extension !== 'svg',
);

/** A file that is stored: what is known of it, without its bytes. */
export interface StoredFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

export function extensionOf(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
}

export function remainingBytes({ assets }: AccountData): number {
  const used = [...assets.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return Math.max(planBytes - used, 0);
}

function sentFile(value: unknown): SentFile | undefined {
  if (!isJsonObject(value)) return undefined;
  const [fileName, contentType, base64] = [value['file_name'], value['content_type'], value['base64']].map(
    textOf,
  );
  if (fileName === undefined || contentType === undefined || base64 === undefined) return undefined;
  return { file_name: fileName, content_type: contentType, base64 };
}

/**
 * The file of a request as it will be stored, or why it will not be.
 * @param storedName where the file takes the place of another, whose name and address stay
 */
export function readFile(data: AccountData, value: unknown, storedName?: string): StoredFile | Answer {
  const sent = sentFile(value);
  if (sent === undefined) return unprocessable(fieldError('data', "Data can't be blank", 'blank'));
  const file = {
    fileName: storedName ?? sent.file_name.replace(/[^\p{L}\p{N}._-]/gu, '_'),
    contentType: sent.content_type,
    sizeBytes: Buffer.byteLength(sent.base64, 'base64'),
  };
  const errors = faultsOf(file, sent);
  if (errors.length > 0) return conflict(...errors);
  return file.sizeBytes > remainingBytes(data)
    ? conflict("You've reached the maximum storage for your current plan")
    : file;
}

function faultsOf(file: StoredFile, sent: SentFile): readonly ErrorItem[] {
  if (extensionOf(sent.file_name) === 'svg' || sent.content_type === 'image/svg+xml') {
    return ["Can't upload or update SVG files due to configured security policies"];
  }
  return [...nameFaults(sent.file_name), ...typeFaults(file), ...sizeFaults(file)];
}

function nameFaults(fileName: string): readonly ErrorItem[] {
  const dots = fileName.split('.').length - 1;
  return dots > 1 ? [fieldError('data_file_name', "shouldn't include dots", 'invalid')] : [];
}

function typeFaults({ fileName, contentType }: StoredFile): readonly ErrorItem[] {
  const extension = extensionOf(fileName);
  if (!fileName.includes('.') || !allowedExtensions.includes(extension)) {
    return [fieldError('data_file_name', 'has an extension that is not allowed', 'inclusion')];
  }
  return typesByExtension[extension]?.includes(contentType) === true
    ? []
    : [fieldError('data_content_type', "content type does not match the file's extension", 'invalid')];
}

function sizeFaults({ contentType, sizeBytes }: StoredFile): readonly ErrorItem[] {
  if (sizeBytes === 0) return [fieldError('data_file_size', "File can't be empty", 'blank')];
  const bytesMax = contentType.startsWith('image/') ? imageBytesMax : otherBytesMax;
  const message = `File must be smaller than ${bytesMax / mebibyte} MB`;
  return sizeBytes > bytesMax ? [fieldError('data_file_size', message, 'less_than')] : [];
}
