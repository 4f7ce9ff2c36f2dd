const mebibyte = 1024 * 1024;

/** Media types by extension, as far as files for a web site go. Which of them an account takes, Modyo says. */
const typesByExtension: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  avi: 'video/x-msvideo',
  avif: 'image/avif',
  bmp: 'image/bmp',
  css: 'text/css',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gif: 'image/gif',
  heic: 'image/heic',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  m4a: 'audio/mp4',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  mpeg: 'video/mpeg',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rtf: 'application/rtf',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
};

const knownTypes: ReadonlySet<string> = new Set(Object.values(typesByExtension));
const imageBytesMax = 6 * mebibyte;
const otherBytesMax = 10 * mebibyte;

/** Says nothing but that there are bytes. */
export const unknownMediaType = 'application/octet-stream';

/** The media type that a file name stands for, or `undefined` for an extension that we do not know. */
export function mediaTypeOf(fileName: string): string | undefined {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(typesByExtension, extension) ? typesByExtension[extension] : undefined;
}

/** Whether something of this type can be a media file. A page of a web site is none. */
export function isFileType(contentType: string): boolean {
  return (
    /^(?:image|audio|video|font)\/[\w.+-]+$/.test(contentType) ||
    knownTypes.has(contentType) ||
    contentType === unknownMediaType
  );
}

/** Bytes that Modyo takes of a file of this type. */
export function fileBytesMax(contentType: string): number {
  return contentType.startsWith('image/') ? imageBytesMax : otherBytesMax;
}
