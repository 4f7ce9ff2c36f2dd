import type { Scope } from '../../src/auth/scopes.ts';
import type { ContentService } from './content-service.ts';
import { modern, ping } from './edge.ts';
import type { Wire } from './wire.ts';

export const eras = ['2025', '2026'] as const;

export interface MethodCallOptions {
  readonly era?: (typeof eras)[number];
  /** The query of the connector's URL: `?modules=core`. */
  readonly query?: string;
  readonly tenant?: 'a' | 'b';
  readonly scopes?: readonly Scope[];
  readonly modyoToken?: string;
}

export interface MethodAnswer {
  readonly status: number;
  readonly result: Wire;
  readonly error: Wire;
}

export type MethodCall = (
  method: string,
  params?: Readonly<Record<string, unknown>>,
  options?: MethodCallOptions,
) => Promise<MethodAnswer>;

/** Any method of the protocol, in either era, for methods that are no calls of tools. */
export function methodCalls(service: () => ContentService): MethodCall {
  return async (method, params = {}, { era = '2025', query = '', ...who } = {}) => {
    const request =
      era === '2026'
        ? modern(method, params)
        : { message: { ...ping, method, params }, headers: { 'mcp-protocol-version': '2025-11-25' } };
    const answer = await fetch(`${service().url}${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await service().mint(who)}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...request.headers,
      },
      body: JSON.stringify(request.message),
    });
    const json = (await answer.json()) as Wire;
    return { status: answer.status, result: json.result, error: json.error };
  };
}
