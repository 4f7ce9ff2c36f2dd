import { AppError } from '../errors/app-error.ts';
import type { ModyoClient, OperationRequest } from './client.ts';
import type { IdentifierQuery } from './identifier-kinds.ts';
import type { OperationId } from './operations.ts';
import { isWrite } from './request.ts';

export interface RenewingClient {
  readonly client: ModyoClient;
  /** `id` stands for `query` and was remembered, so it may be outdated. */
  note(query: IdentifierQuery, id: number): void;
}

const pathParameters = {
  space: 'space_id',
  type: 'type_id',
  entry: 'entry_id',
  category: 'id',
  asset: 'asset_id',
  user: 'user_id',
  group: 'group_id',
  role: 'role_id',
  site: 'site_id',
  realm: 'realm_id',
} as const;

/** Reads of one element, with the path parameter that names it. */
const reads: Partial<Record<OperationId, string>> = {
  getSpace: pathParameters.space,
  getType: pathParameters.type,
  getEntry: pathParameters.entry,
  getCategory: pathParameters.category,
  getAsset: pathParameters.asset,
  getAdminUser: pathParameters.user,
  getGroup: pathParameters.group,
  getRole: pathParameters.role,
  getSite: pathParameters.site,
};

/**
 * A client for one call of a tool. When an operation on a remembered id answers 404, what the id stood for is
 * looked up anew, once; if that is another id now, the operation is repeated with it, and so is every
 * later one of the call. The same is done when the first reading of such an element, before anything is
 * written, shows that it no longer bears the text: it was renamed elsewhere, and another may bear it now.
 * @param renew looks the query up past everything remembered
 */
export function createRenewingClient(
  modyo: ModyoClient,
  renew: (query: IdentifierQuery) => Promise<number>,
): RenewingClient {
  /** Path parameter and id → what it stands for. */
  const noted = new Map<string, IdentifierQuery>();
  const renewals = new Map<string, Promise<number>>();
  const renewed = new Map<string, number>();

  function current(request: OperationRequest): OperationRequest {
    if (renewed.size === 0 || request.path === undefined) return request;
    const pairs = Object.entries(request.path).map(([name, id]) => [
      name,
      renewed.get(`${name}:${id}`) ?? id,
    ]);
    return { ...request, path: Object.fromEntries(pairs) };
  }

  /** A space comes before what lies in it, since the lookup of the latter needs the space's present id. */
  async function renewPath(path: OperationRequest['path'] = {}): Promise<void> {
    for (const name of Object.values(pathParameters)) {
      const place = `${name}:${path[name] ?? ''}`;
      const query = noted.get(place);
      if (query === undefined) continue;
      const renewal = renewals.get(place) ?? renew(inPresentSpace(query));
      renewals.set(place, renewal);
      renewed.set(place, await renewal);
    }
  }

  function inPresentSpace(query: IdentifierQuery): IdentifierQuery {
    if (!('spaceId' in query)) return query;
    return { ...query, spaceId: renewed.get(`${pathParameters.space}:${query.spaceId}`) ?? query.spaceId };
  }

  /** Our own writes may rename an element, so nothing is concluded from what is read after one. */
  let hasWritten = false;

  function isOutdated(operation: OperationId, { path = {} }: OperationRequest, body: unknown): boolean {
    const parameter = reads[operation];
    const query = parameter === undefined ? undefined : noted.get(`${parameter}:${path[parameter]}`);
    return query !== undefined && !isBorne(String(query.identifier), body);
  }

  return {
    note: (query, id) => void noted.set(`${pathParameters[query.kind]}:${id}`, query),
    client: {
      host: modyo.host,
      async call(operation, request = {}) {
        const sent = current(request);
        try {
          hasWritten ||= isWrite(operation);
          const answer = await modyo.call(operation, sent);
          if (hasWritten || !isOutdated(operation, sent, answer.body)) return answer;
          await renewPath(request.path);
          const next = current(request);
          return isSamePath(sent, next) ? answer : await modyo.call(operation, next);
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'NOT_FOUND' || noted.size === 0) throw error;
          await renewPath(request.path);
          const next = current(request);
          if (isSamePath(sent, next)) throw error;
          return modyo.call(operation, next);
        }
      },
    },
  };
}

const keys = ['id', 'uuid', 'uid', 'slug', 'full_path', 'username', 'key', 'host'] as const;

/** Whether an element bears the text, as a key of its own or, whatever the case, as its name, title or email. */
function isBorne(text: string, element: unknown): boolean {
  const known = element as Readonly<Record<string, unknown>> | null | undefined;
  if (keys.some((key) => String(known?.[key] ?? '') === text)) return true;
  return ['name', 'title', 'email'].some((name) => folded(String(known?.[name] ?? '')) === folded(text));
}

function folded(text: string): string {
  return text.normalize().toLowerCase();
}

function isSamePath(left: OperationRequest, right: OperationRequest): boolean {
  return JSON.stringify(left.path) === JSON.stringify(right.path);
}
