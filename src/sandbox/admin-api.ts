import { isPermitted, type SandboxToken } from './accounts.ts';
import { type Answer, notFound, notPermitted, unauthenticated } from './answer.ts';
import { isAtHost } from './core-settings.ts';
import { runDueJobs } from './jobs.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';
import { operations } from './operations.ts';
import type { AccountData } from './records.ts';
import { createRouter } from './router.ts';

const basePath = '/api/admin';

export interface AdminRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The request's body as text; empty for none. */
  readonly text: string;
  /** A body that came as a form, in place of `text`. */
  readonly form?: JsonObject | undefined;
  readonly data: AccountData;
  readonly token: SandboxToken | undefined;
  readonly nowMs: number;
  /** Changes what is stored: see the fault `alter-body`. */
  readonly alterBody?: ((body: JsonObject) => JsonObject) | undefined;
}

function readBody({ form, text }: Pick<AdminRequest, 'form' | 'text'>): JsonObject | undefined {
  if (form !== undefined) return form;
  if (text === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    return isJsonObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** `{"space": {…}, "default_locale": …}` reads like `{…, "default_locale": …}`. */
function unwrap(body: JsonObject, wrapper: string | undefined): JsonObject {
  const inner = wrapper === undefined ? undefined : body[wrapper];
  if (wrapper === undefined || !isJsonObject(inner)) return body;
  const { [wrapper]: _wrapped, ...beside } = body;
  return { ...beside, ...inner };
}

/** The Admin API of one account as a function: authentication, route, permission, operation. */
export function createAdminApi(): (request: AdminRequest) => Answer {
  const match = createRouter();
  return ({ alterBody, data, form, method, nowMs, path, query, text, token }) => {
    if (!isAtHost(data)) return notFound;
    if (token === undefined || data.admins.get(token.adminId)?.isActive !== true) return unauthenticated;
    const found = path.startsWith(`${basePath}/`) ? match(method, path.slice(basePath.length)) : undefined;
    if (found === undefined) return notFound;
    if (!isPermitted(token, found.route.permission)) return notPermitted;
    const body = readBody({ form, text });
    if (body === undefined) return { status: 400, body: { status: 400, error: 'Bad Request' } };
    const attributes = unwrap(body, found.route.wrapper);
    runDueJobs(data, nowMs);
    return operations[found.operation]({
      data,
      token,
      params: found.params,
      query,
      body: alterBody === undefined ? attributes : alterBody(attributes),
      nowMs,
    });
  };
}
