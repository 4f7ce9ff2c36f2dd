import type { FilePart } from '../../../modyo/client.ts';
import type { Asset, AssetTexts } from '../../../modyo/content/assets.ts';
import type { Warning } from '../../../toolkit/result.ts';
import { attributeLosses, otherLosses } from '../../attribute-losses.ts';

const textNames = ['title', 'alt_text', 'description', 'tags'];

/** Which of the texts are not what the re-read found. A text that was emptied may be stored as none at all. */
export function textLosses(sent: AssetTexts, stored: Asset): readonly Warning[] {
  const read = Object.fromEntries(
    textNames.map((name) => [name, stored[name] ?? (name === 'tags' ? [] : '')]),
  );
  return attributeLosses({ ...sent }, read);
}

/** Which of the texts and which of the file moved although they were not sent. */
export function otherTextLosses(sent: AssetTexts, before: Asset, stored: Asset): readonly Warning[] {
  const names = [...textNames, 'name', 'data_content_type', 'data_file_size'];
  return otherLosses(names, { ...sent }, before, stored);
}

/** What of a file that was sent is stored otherwise. */
export function fileLosses(
  { fileName, contentType, bytes }: FilePart,
  sourceName: string,
  stored: Asset,
): readonly Warning[] {
  const changed = (path: string, message: string): Warning => ({ code: 'VALUE_CHANGED', path, message });
  return [
    ...(stored.name === fileName
      ? []
      : [changed('file_name', 'The platform stored the file under another name.')]),
    ...(stored.data_content_type === contentType
      ? []
      : [changed('content_type', 'The platform stored the file as another type.')]),
    ...(stored.data_file_size === bytes.length
      ? []
      : [changed(sourceName, `The platform stored another number of bytes than the ${bytes.length} sent.`)]),
  ];
}

/** What moved with a file that should have been replaced in its place. */
export function addressLosses(before: Asset, stored: Asset): readonly Warning[] {
  return otherLosses([...textNames, 'uuid', 'url'], {}, before, stored);
}
