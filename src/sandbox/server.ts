import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../errors/app-error.ts';
import { type Clock, systemClock } from '../infrastructure/clock.ts';
import { type SandboxAccount, type SandboxToken, sandboxAccounts } from './accounts.ts';
import { createAdminApi } from './admin-api.ts';
import { type Answer, notFound } from './answer.ts';
import { createFaults, type FaultEffect, type Faults } from './faults.ts';
import { isForm, readForm, shownForm } from './form-body.ts';
import type { JsonObject } from './json-object.ts';
import type { AccountData } from './records.ts';
import { bodyCharactersMax, createRequestLog, type RequestLog } from './request-log.ts';
import { seedAccount } from './seed/account.ts';
import { sendFault, sendJson } from './wire.ts';

/** A file of the greatest size that the platform takes, and the form around it. */
const bodyBytesMax = 12 * 1024 * 1024;
const jobDurationMsDefault = 400;
const keepAliveMs = 60_000;

export interface SandboxOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** The address to listen on; loopback by default. */
  readonly host?: string;
  readonly clock?: Clock;
  /** How long a reindex, a bulk action or a deletion in the background takes; 0 is done at once. */
  readonly jobDurationMs?: number;
}

export interface Sandbox {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly url: string;
  readonly accounts: typeof sandboxAccounts;
  readonly requests: RequestLog;
  readonly faults: Faults;
  /** Puts the data of every account back to the seed. */
  reset(): void;
  close(): Promise<void>;
}

interface Tenancy {
  readonly tokens: ReadonlyMap<string, SandboxToken>;
  /** Seeded when it is first asked for. */
  data(): AccountData;
}

function createTenancy(account: SandboxAccount, jobDurationMs: number): Tenancy {
  let seeded: AccountData | undefined;
  return {
    tokens: new Map(account.tokens.map((token) => [token.token, token])),
    data() {
      seeded ??= seedAccount(account, jobDurationMs);
      return seeded;
    },
  };
}

function createTenancies(jobDurationMs: number): ReadonlyMap<string, Tenancy> {
  return new Map(
    Object.values(sandboxAccounts).map((account) => [account.host, createTenancy(account, jobDurationMs)]),
  );
}

interface SentBody {
  readonly text: string;
  /** The parts of a form, for which the text is what a record of it shows. */
  readonly form?: JsonObject;
}

async function readBody(request: IncomingMessage): Promise<SentBody | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD') return { text: '' };
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  const sent = Buffer.concat(chunks);
  const contentType = request.headers['content-type'] ?? '';
  const form = isForm(contentType) ? await readForm(sent, contentType) : undefined;
  return form === undefined ? { text: sent.toString('utf8') } : { text: shownForm(form), form };
}

function readToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

function hostOf(request: IncomingMessage): string {
  return (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
}

/** Splits without `URL`: the path is matched as sent, dot segments and all. */
function splitTarget(target: string): { readonly path: string; readonly query: URLSearchParams } {
  const mark = target.indexOf('?');
  return mark === -1
    ? { path: target, query: new URLSearchParams() }
    : { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark + 1)) };
}

function listen(server: ReturnType<typeof createServer>, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new AppError('The sandbox cannot listen.', { code: 'UNAVAILABLE', cause })),
    );
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/**
 * An embedded Modyo: a small HTTP server that speaks the Admin API over seeded data kept in memory. The
 * account is chosen by the `Host` header, the rights by the bearer token: see {@link sandboxAccounts}.
 * @throws {AppError} `UNAVAILABLE` if the port is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { clock = systemClock, host = '127.0.0.1', jobDurationMs = jobDurationMsDefault, port = 0 } = options;
  const api = createAdminApi();
  const requests = createRequestLog();
  const faults = createFaults();
  let tenancies = createTenancies(jobDurationMs);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await readBody(request);
    const target = request.url ?? '/';
    const method = request.method ?? 'GET';
    const hostName = hostOf(request);
    const tenancy = tenancies.get(hostName);
    const secret = readToken(request.headers.authorization);
    const token = secret === undefined ? undefined : tenancy?.tokens.get(secret);
    const nowMs = clock.nowMs();
    requests.record({
      method,
      path: target,
      host: hostName,
      isAuthorized: request.headers.authorization !== undefined,
      tokenLabel: token?.label ?? (secret === undefined ? 'none' : 'unknown'),
      body: sent?.text.slice(0, bodyCharactersMax) ?? '',
      userAgent: request.headers['user-agent'] ?? '',
      receivedAtMs: nowMs,
    });
    const answer = (effect?: FaultEffect): Answer => {
      if (sent === undefined) return { status: 413, body: {} };
      if (tenancy === undefined) return notFound;
      const alterBody = effect?.kind === 'alter-body' ? effect.change : undefined;
      return api({
        ...splitTarget(target),
        method,
        ...sent,
        data: tenancy.data(),
        token,
        nowMs: clock.nowMs(),
        alterBody,
      });
    };
    const effect = faults.strike({ method, path: target, host: hostName });
    if (effect === undefined) sendJson(response, answer());
    else await sendFault(response, effect, answer, clock);
  }

  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const boundPort = await listen(server, port, host);
  return {
    url: `http://${host}:${boundPort}`,
    accounts: sandboxAccounts,
    requests,
    faults,
    reset() {
      tenancies = createTenancies(jobDurationMs);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
