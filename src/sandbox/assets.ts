import { type Answer, done, fieldError, notFound, ok, unprocessable } from './answer.ts';
import { allowedExtensions, extensionOf, readFile, remainingBytes } from './asset-file.ts';
import { idOf, type SandboxCall } from './call.ts';
import { collection, matchesQuery, type Sorting } from './collection.ts';
import { startJob } from './jobs.ts';
import { integerOf, isJsonObject, type JsonObject, textOf, textsOf } from './json-object.ts';
import type { AccountData, AssetRecord } from './records.ts';
import { toTimestamp } from './timestamp.ts';

const classes: readonly string[] = [
  'picture',
  'appleIcon',
  'audio',
  'avatar',
  'favicon',
  'file',
  'logo',
  'video',
];
const textCharactersMax = 255;

const sorting: Sorting<AssetRecord> = {
  by: 'updated_at',
  order: 'desc',
  keys: {
    id: ({ id }) => id,
    uuid: ({ uuid }) => uuid,
    data_file_name: ({ fileName }) => fileName,
    user_id: ({ authorId }) => authorId,
    data_content_type: ({ contentType }) => contentType,
    data_file_size: ({ sizeBytes }) => sizeBytes,
    created_at: ({ createdAtMs }) => createdAtMs,
    updated_at: ({ updatedAtMs }) => updatedAtMs,
    type: ({ contentType }) => contentType,
    title: ({ title }) => title,
    description: ({ description }) => description,
    alt_text: ({ altText }) => altText,
  },
};

function addressOf({ uuid, fileName }: AssetRecord, size: string, { account }: AccountData): string {
  return `//${account.host}/uploads/${uuid}/${size}/${fileName}`;
}

function view(asset: AssetRecord, data: AccountData): JsonObject {
  const author = data.admins.get(asset.authorId);
  const offset = data.account.utcOffsetMinutes;
  return {
    id: asset.id,
    uuid: asset.uuid,
    name: asset.fileName,
    user:
      author === undefined
        ? null
        : {
            name: `${author.firstName} ${author.lastName}`,
            first_name: author.firstName,
            last_name: author.lastName,
            avatar: null,
          },
    data_content_type: asset.contentType,
    data_file_size: asset.sizeBytes,
    type: asset.contentType,
    url: addressOf(asset, 'original', data),
    thumb: addressOf(asset, 'C200x200', data),
    tags: [...asset.tags],
    title: asset.title,
    description: asset.description,
    alt_text: asset.altText,
    account_id: data.account.id,
    created_at: toTimestamp(asset.createdAtMs, offset),
    updated_at: toTimestamp(asset.updatedAtMs, offset),
  };
}

function summary(asset: AssetRecord, data: AccountData): Answer {
  return ok({ id: asset.id, thumb: addressOf(asset, 'C200x200', data), type: asset.contentType });
}

interface AssetFilter {
  readonly query: string | null;
  readonly extensions: readonly string[];
  readonly tags: readonly string[];
}

function isMatch(asset: AssetRecord, { query, extensions, tags }: AssetFilter, data: AccountData): boolean {
  const author = data.admins.get(asset.authorId);
  return (
    matchesQuery(query, asset.fileName, author?.firstName, author?.lastName) &&
    (extensions.length === 0 ||
      extensions.some((wanted) => [extensionOf(asset.fileName), asset.contentType].includes(wanted))) &&
    (tags.length === 0 || tags.some((tag) => asset.tags.includes(tag)))
  );
}

export function listAssets({ data, query }: SandboxCall): Answer {
  const filter: AssetFilter = {
    query: query.get('query'),
    extensions: [...query.getAll('extension'), ...query.getAll('extensions[]')].filter((text) => text !== ''),
    tags: query.getAll('tags[]'),
  };
  return collection({
    name: 'assets',
    items: [...data.assets.values()].filter((asset) => isMatch(asset, filter, data)),
    query,
    sorting,
    view: (asset) => view(asset, data),
  });
}

function withAsset(call: SandboxCall, act: (asset: AssetRecord) => Answer): Answer {
  const asset = call.data.assets.get(idOf(call.params['asset_id']));
  return asset === undefined ? notFound : act(asset);
}

export function getAsset(call: SandboxCall): Answer {
  return withAsset(call, (asset) => ok(view(asset, call.data)));
}

/** Takes a file of a class and nothing else: texts and tags are given by an update. */
export function createAsset({ data, body, token, nowMs }: SandboxCall): Answer {
  if (!classes.includes(textOf(body['klass']) ?? '')) {
    return unprocessable(fieldError('klass', 'Klass is not included in the list', 'inclusion'));
  }
  const file = readFile(data, body['data']);
  if ('status' in file) return file;
  const asset: AssetRecord = {
    id: data.newId(),
    uuid: data.newUuid(),
    ...file,
    title: file.fileName.slice(0, file.fileName.lastIndexOf('.')),
    altText: null,
    description: null,
    tags: [],
    authorId: token.adminId,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
  data.assets.set(asset.id, asset);
  return summary(asset, data);
}

/** Empty tags are dropped, so that one of them alone clears the list. */
function tagsOf(value: unknown): readonly string[] | undefined {
  const tags = textsOf(value)?.filter((tag) => tag.trim() !== '');
  return tags && [...new Set(tags)];
}

export function updateAsset(call: SandboxCall): Answer {
  return withAsset(call, (asset) => {
    const { body } = call;
    const tooLong = ['title', 'alt_text'].find(
      (name) => (textOf(body[name])?.length ?? 0) > textCharactersMax,
    );
    if (tooLong !== undefined) {
      const message = `is too long (maximum is ${textCharactersMax} characters)`;
      return unprocessable(fieldError(tooLong, message, 'too_long'));
    }
    asset.title = textOf(body['title']) ?? asset.title;
    asset.altText = textOf(body['alt_text']) ?? asset.altText;
    asset.description = textOf(body['description']) ?? asset.description;
    asset.tags = tagsOf(body['tags']) ?? asset.tags;
    asset.updatedAtMs = call.nowMs;
    return summary(asset, call.data);
  });
}

/** Another file under the same name and address. */
export function changeAsset(call: SandboxCall): Answer {
  return withAsset(call, (asset) => {
    const file = readFile(call.data, call.body['data'], asset.fileName);
    if ('status' in file) return file;
    asset.contentType = file.contentType;
    asset.sizeBytes = file.sizeBytes;
    asset.updatedAtMs = call.nowMs;
    return summary(asset, call.data);
  });
}

/** Entries that show the file keep its uuid, which leads nowhere from then on. */
export function deleteAsset(call: SandboxCall): Answer {
  return withAsset(call, ({ id }) => {
    call.data.assets.delete(id);
    return done;
  });
}

export function bulkAssets(call: SandboxCall): Answer {
  const { body, data, query } = call;
  const tags = tagsOf(body['tags']);
  if (query.get('act') !== 'tags' || tags === undefined) {
    return unprocessable(fieldError('act', 'Act is not included in the list', 'inclusion'));
  }
  const ids = Array.isArray(body['id']) ? body['id'].map(integerOf) : [];
  const filters = isJsonObject(body['filters']) ? body['filters'] : {};
  const filter: AssetFilter = {
    query: textOf(filters['query']) ?? null,
    extensions: textOf(filters['extension'])?.split(',') ?? [],
    tags: textsOf(filters['tags']) ?? [],
  };
  const meant = [...data.assets.values()].filter((asset) =>
    body['all'] === true ? isMatch(asset, filter, data) : ids.includes(asset.id),
  );
  startJob(call, 'BackgroundJobs::BulkAssets', meant.length, (nowMs) => {
    for (const asset of meant) Object.assign(asset, { tags, updatedAtMs: nowMs });
    return undefined;
  });
  return done;
}

export function listAssetExtensions(): Answer {
  return ok({ extensions: allowedExtensions });
}

export function getAssetSpace({ data }: SandboxCall): Answer {
  return ok({ remaining_space: remainingBytes(data) });
}
