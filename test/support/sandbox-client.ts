import { request } from 'undici';
import { type SandboxAccount, sandboxAccounts } from '../../src/sandbox/accounts.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import type { Wire } from './wire.ts';

interface WireAnswer {
  readonly status: number;
  readonly text: string;
  readonly body: Wire;
}

export interface SandboxClient {
  get(path: string): Promise<WireAnswer>;
  post(path: string, body?: unknown): Promise<WireAnswer>;
  put(path: string, body?: unknown): Promise<WireAnswer>;
  delete(path: string): Promise<WireAnswer>;
}

/** Speaks to the sandbox as the Admin API's client does: `Host` header, bearer, JSON. `path` is below `/api/admin`. */
export function createSandboxClient(
  sandbox: Sandbox,
  options: { account?: SandboxAccount; token?: string | null; host?: string } = {},
): SandboxClient {
  const account = options.account ?? sandboxAccounts.andes;
  const token = options.token === undefined ? account.token : options.token;
  const headers: Record<string, string> = { host: options.host ?? account.host };
  if (token !== null) headers['authorization'] = `Bearer ${token}`;
  async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
    const answer = await request(`${sandbox.url}/api/admin${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, text, body: text === '' ? undefined : JSON.parse(text) };
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    delete: (path) => send('DELETE', path),
  };
}
