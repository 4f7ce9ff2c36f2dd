import { File } from 'node:buffer';
import { FormData } from 'undici';
import { AppError } from '../errors/app-error.ts';
import type { FilePart, FormParts, OperationRequest, Query } from './client.ts';
import { type Operation, type OperationId, operations } from './operations.ts';
import { fillPath } from './path.ts';

/** One operation, ready to be sent. */
export interface PreparedRequest {
  readonly method: Operation['method'];
  /** Path and query below the origin. */
  readonly target: string;
  /** JSON as text, or a form, whose boundary becomes part of its media type when it is sent. */
  readonly body?: string | FormData;
}

interface DeclaredNames {
  readonly query: ReadonlySet<string>;
  readonly body: ReadonlySet<string>;
  readonly form: ReadonlySet<string>;
}

/** What every path of the contract lies below. */
export const basePath = '/api/admin';

const declaredNames: ReadonlyMap<string, DeclaredNames> = new Map(
  Object.entries<Operation>(operations).map(([id, operation]) => [
    id,
    {
      query: new Set(operation.query?.split(' ')),
      body: new Set(operation.body?.split(' ')),
      form: new Set(operation.form?.split(' ')),
    },
  ]),
);

export function isWrite(id: OperationId): boolean {
  return operations[id].method !== 'GET';
}

/**
 * Puts an operation together.
 * @throws {AppError} `INVALID_PARAMS` for a value that does not fit into the path; `INTERNAL` for an
 * operation, a query parameter, a top-level body key or a part of a form that the contract does not have
 */
export function prepareRequest(id: OperationId, request: OperationRequest): PreparedRequest {
  const names = declaredNames.get(id);
  if (names === undefined) throw undeclared(id, 'operation');
  const { method, path } = operations[id];
  const query = request.query === undefined ? '' : renderQuery(id, request.query, names.query);
  const target = `${basePath}${fillPath(path, request.path)}${query}`;
  if (request.form !== undefined) return { method, target, body: renderForm(id, request.form, names.form) };
  if (request.body === undefined) return { method, target };
  checkBodyKeys(id, request.body, names.body);
  return { method, target, body: JSON.stringify(request.body) };
}

function renderQuery(id: OperationId, query: Query, declared: ReadonlySet<string>): string {
  const pairs = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const name = typeof value === 'object' ? `${key}[]` : key;
    if (!declared.has(name)) throw undeclared(id, name);
    for (const one of typeof value === 'object' ? value : [value]) pairs.append(name, String(one));
  }
  return pairs.size === 0 ? '' : `?${pairs.toString()}`;
}

function renderForm(id: OperationId, parts: FormParts, declared: ReadonlySet<string>): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(parts)) {
    if (value === undefined) continue;
    const name = isTextList(value) ? `${key}[]` : key;
    if (!declared.has(name)) throw undeclared(id, name);
    appendPart(form, name, value);
  }
  return form;
}

function appendPart(form: FormData, name: string, value: string | readonly string[] | FilePart): void {
  if (typeof value === 'string') form.append(name, value);
  else if (!isTextList(value))
    form.append(name, new File([value.bytes], value.fileName, { type: value.contentType }));
  else for (const text of value.length === 0 ? [''] : value) form.append(name, text);
}

/** `Array.isArray` does not see a read-only array as one. */
function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}

function checkBodyKeys(id: OperationId, body: unknown, declared: ReadonlySet<string>): void {
  const keys = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [''];
  const unknownKey = keys.find((key) => !declared.has(key));
  if (unknownKey !== undefined) throw undeclared(id, unknownKey);
}

function undeclared(operation: string, name: string): AppError {
  return new AppError('A call of Modyo is not in the contract.', {
    code: 'INTERNAL',
    details: { operation, name },
  });
}
