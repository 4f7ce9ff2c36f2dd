import type { ServerResponse } from 'node:http';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { catalogueOperations } from '../../src/modyo/account-catalogue.ts';
import { operations } from '../../src/modyo/operations.ts';
import { sandboxAccounts } from '../../src/sandbox/accounts.ts';
import { swaggerOf2023 } from '../support/account-swagger.ts';
import { runCli } from '../support/cli-process.ts';
import { freshDirectory, runOperatorCommand as run } from '../support/command-run.ts';
import { type RawUpstream, sendJson, startRawUpstream } from '../support/raw-upstream.ts';

type Respond = (response: ServerResponse, path: string) => void;

const addresses = catalogueOperations.map((operation) => `/api/admin${operations[operation].path}`);
const { host, token } = sandboxAccounts.andes;

let upstream: RawUpstream;
let respond: Respond;
let keys: string;

// The command brings the whole catalogue with it, which takes its time to load on a busy machine.
beforeAll(() => import('../../src/cli/doctor.ts'));

beforeEach(async () => {
  upstream = await startRawUpstream((response, { target }) => respond(response, target));
  keys = freshDirectory();
  await run(['keys', 'generate', '--out', keys]);
});

afterEach(() => upstream.close());

const atUpstream = () => ({ SANDBOX: `http://127.0.0.1:${upstream.port}` });

function examine(answer: Respond, env: Readonly<Record<string, string>> = atUpstream()) {
  respond = answer;
  return run(['doctor', '--tenant', 'demo', '--keys', keys], { env });
}

const sendPage = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<html><script src="swagger-ui.js"></script></html>');
};

function targets(): readonly string[] {
  return upstream.seen.map(({ method, target }) => `${method} ${target}`);
}

describe('doctor at the account', () => {
  test('asks the usual addresses one after the other with the token of the tenant, until one answers', async () => {
    const answers: Readonly<Record<string, Respond>> = {
      [addresses[0] ?? '']: sendPage,
      [addresses[1] ?? '']: (response) => sendJson(response, 404, {}),
      [addresses[2] ?? '']: (response) => sendJson(response, 200, { hello: 'world' }),
    };
    const { exitCode, out, err } = await examine((response, path) => {
      const answer = answers[path] ?? ((other) => sendJson(other, 200, swaggerOf2023()));
      answer(response, path);
    });
    expect(targets()).toEqual(addresses.slice(0, 4).map((path) => `GET ${path}`));
    expect(upstream.seen.every(({ headers }) => headers.authorization === `Bearer ${token}`)).toBe(true);
    expect(exitCode).toBe(2);
    expect(out).toContain(`# Doctor: demo\n\nhttps://${host}${addresses[3]} has `);
    expect(err).toMatch(/^\d+ gaps: /);
    expect(out + err).not.toContain(token);
  });

  test.each<[string, Respond, string]>([
    ['a page', sendPage, 'The answer is not JSON'],
    ['404', (response) => sendJson(response, 404, {}), 'Modyo has no such element'],
    ['no permission', (response) => response.writeHead(401).end(), 'lacks the permission'],
    [
      'a redirect',
      (response) => response.writeHead(302, { location: 'https://elsewhere.example/docs' }).end(),
      'a redirect, which is never followed. (status 302)',
    ],
    ['JSON that is no catalogue', (response) => sendJson(response, 200, []), 'no Swagger 2.0 or OpenAPI 3'],
    [
      'a catalogue of another API',
      (response) =>
        sendJson(response, 200, { swagger: '2.0', basePath: '/api/content', paths: { '/x': { get: {} } } }),
      'catalogue of another API',
    ],
    [
      'more than is read',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(`{"swagger":"2.0","pad":"${'x'.repeat(9 * 1024 * 1024)}"}`);
      },
      'larger than this service reads',
    ],
  ])(
    'says of %s at every address what it was, and what to do, and ends with 1',
    async (_case, answer, reason) => {
      const { exitCode, out, err } = await examine(answer);
      expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
      expect(targets()).toEqual(addresses.map((path) => `GET ${path}`));
      const [first, ...rest] = err.trimEnd().split('\n');
      expect(first).toBe(`${host}: The account shows this token no catalogue of its operations.`);
      expect(rest.at(-1)).toContain(`https://${host}/api/admin/docs as an administrator`);
      expect(rest.at(-1)).toContain('--swagger FILE');
      for (const [at, path] of addresses.entries()) {
        expect(rest[at]).toContain(`  ${path}: `);
        expect(rest[at]).toContain(reason);
      }
    },
  );

  test('asks no other address when the token is not known', async () => {
    const { exitCode, out, err } = await examine((response) => sendJson(response, 401, {}));
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(targets()).toEqual([`GET ${addresses[0]}`]);
    expect(err).toContain(`${host}: Modyo does not accept the API token of this account.`);
    expect(err).toContain('tenant seal');
    expect(err).not.toContain(token);
  });

  test('says that the host cannot be reached', async () => {
    const env = atUpstream();
    await upstream.close();
    const { exitCode, out, err } = await examine(sendPage, env);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toBe(
      `${host}: Modyo could not be reached. Check the host of the tenant and the way there, and try again.\n`,
    );
    upstream = await startRawUpstream((response) => sendPage(response));
  });

  test('calls no host that the service would not call, and knows only the tenants of the file', async () => {
    respond = sendPage;
    const outside = await run(['doctor', '--tenant', 'demo', '--keys', keys]);
    expect(outside).toMatchObject({
      exitCode: 1,
      out: '',
      err: expect.stringContaining('is one of the sandbox: set SANDBOX'),
    });
    const nobody = await run(['doctor', '--tenant', 'nobody', '--keys', keys], { env: atUpstream() });
    expect(nobody).toMatchObject({ exitCode: 1, out: '', err: expect.stringContaining('no tenant nobody') });
    expect(targets()).toEqual([]);
  });
});

describe('doctor as a process', () => {
  const args = () => ['doctor', '--tenant', 'demo', '--keys', keys];

  test('finds in the sandbox every operation that the service sends, and ends with 0', async () => {
    const { exitCode, stdout, stderr } = await runCli(args(), { env: { SANDBOX: 'embedded' } });
    expect(stdout).toContain('Nothing is missing.');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  test('ends with 2 and the table on standard output where something is missing', async () => {
    respond = (response) => sendJson(response, 200, swaggerOf2023());
    const { exitCode, stdout, stderr } = await runCli(args(), { env: atUpstream() });
    expect(exitCode).toBe(2);
    expect(stdout).toContain('| operation | evidence | finding | detail | tools |');
    expect(stdout).toContain('| getProfile: GET /profile | docs | missing |');
    expect(stderr).toMatch(/^\d+ gaps: [^\n]*\n$/);
  });

  test('ends with 1 and nothing on standard output where it could not look', async () => {
    respond = sendPage;
    const { exitCode, stdout, stderr } = await runCli([...args(), '--json'], { env: atUpstream() });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain('no catalogue of its operations');
  });

  test('writes JSON that a program can read', async () => {
    respond = (response) => sendJson(response, 200, swaggerOf2023());
    const { exitCode, stdout } = await runCli([...args(), '--json'], { env: atUpstream() });
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      tenant: 'demo',
      source: `https://${host}${addresses[0]}`,
      findings: expect.arrayContaining([expect.objectContaining({ operation: 'getProfile', is_gap: true })]),
    });
  });
});
