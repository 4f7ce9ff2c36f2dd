import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';
import { createLogCapture } from '../support/log-capture.ts';

const logs = createLogCapture('debug');
const mebibyte = 1024 * 1024;
const secret = 'CANARYOFASIGNEDADDRESS';
const bytes = Buffer.from('PICTURE of thirty bytes, about');

let files: Server;
let pool: Pool;
let service: ContentService;
let lookups: string[] = [];
let seen: { readonly method: string; readonly url: string; readonly headers: object }[] = [];

type Answer = (response: import('node:http').ServerResponse) => void;

function answering(
  status: number,
  headers: Record<string, string | number>,
  body: Buffer | string = '',
): Answer {
  return (response) => response.writeHead(status, headers).end(body);
}

const png = { 'content-type': 'image/png' };
const answers: Readonly<Record<string, Answer>> = {
  '/cover.png': answering(200, png, bytes),
  '/a%20cover.png': answering(200, png, bytes),
  '/wrong.jpg': answering(200, png, bytes),
  '/bytes.png': answering(200, { 'content-type': 'application/octet-stream' }, bytes),
  '/untyped.png': answering(200, {}, bytes),
  '/files/7': answering(200, { 'content-type': 'Image/PNG; name=x' }, bytes),
  '/page.png': answering(200, { 'content-type': 'text/html' }, '<p>no picture</p>'),
  '/moved.png': answering(302, { location: 'https://files.example/cover.png' }),
  '/gone.png': answering(404, png, bytes),
  '/part.png': answering(206, png, bytes),
  '/zipped.png': answering(200, { ...png, 'content-encoding': 'gzip' }, gzipSync(bytes)),
  '/empty.png': answering(200, png),
  '/broken.png': (response) => {
    response.writeHead(200, { ...png, 'content-length': 100 });
    response.write(bytes, () => response.destroy());
  },
  '/promised.png': (response) =>
    response.writeHead(200, { ...png, 'content-length': 6 * mebibyte + 1 }).write('x'),
  '/endless.png': (response) => {
    response.writeHead(200, png);
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(256 * 1024)));
    };
    response.on('drain', write);
    write();
  },
  '/large.pdf': answering(200, { 'content-type': 'application/pdf' }, Buffer.alloc(9 * mebibyte)),
  '/silent.png': () => undefined,
};

function startService(env: Readonly<Record<string, string>> = {}): Promise<ContentService> {
  return startContentService({
    env: { RATE_PER_MINUTE: '100000', LOG_LEVEL: 'debug', ...env },
    app: {
      log: logs.log,
      dispatcherFor: (host) => (host === 'files.example' ? pool : undefined),
      lookup: (hostname, _options, callback) => {
        lookups.push(hostname);
        if (hostname === 'nowhere.example')
          return callback(Object.assign(new Error(), { code: 'ENOTFOUND' }), []);
        callback(null, [
          { address: '93.184.216.34', family: 4 },
          { address: hostname === 'metadata.example' ? '169.254.169.254' : '127.0.0.1', family: 4 },
        ]);
      },
    },
  });
}

beforeAll(async () => {
  files = createServer((request, response) => {
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    answers[(request.url ?? '').replace(/\?.*$/, '')]?.(response);
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  pool = new Pool(`http://127.0.0.1:${(files.address() as AddressInfo).port}`);
  service = await startService();
});
beforeEach(() => {
  service.sandbox.reset();
  service.upstream();
  [seen, lookups] = [[], []];
});
afterAll(async () => {
  await service.close();
  await pool.destroy();
  files.closeAllConnections();
  await new Promise((resolve) => files.close(resolve));
});

const at = (path: string) => `https://files.example${path}`;
const upload = (args: object) => service.call('content-assets-manage', args);

describe('a file at an address', () => {
  test('is read without anything of ours, and uploaded as its server says', async () => {
    const { data, state } = await upload({ url: at('/cover.png?signature=1'), title: 'Cover' });
    expect(data.asset).toMatchObject({
      name: 'cover.png',
      title: 'Cover',
      data_content_type: 'image/png',
      data_file_size: bytes.length,
    });
    expect(state.status).toBe('done');
    expect(seen).toMatchObject([{ method: 'GET', url: '/cover.png?signature=1' }]);
    expect(Object.keys(seen[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  test.each([
    ['/a%20cover.png', {}, { name: 'a_cover.png', data_content_type: 'image/png' }],
    ['/bytes.png', {}, { name: 'bytes.png', data_content_type: 'image/png' }],
    ['/untyped.png', {}, { name: 'untyped.png', data_content_type: 'image/png' }],
    ['/files/7', { file_name: 'seven.png' }, { name: 'seven.png', data_content_type: 'image/png' }],
    ['/large.pdf', {}, { data_file_size: 9 * mebibyte }],
  ])('%s %j', async (path, args, expected) => {
    expect((await upload({ url: at(path), ...args })).data.asset).toMatchObject(expected);
  });

  test('takes the place of another under its name', async () => {
    const args = { action: 'replace', identifier: 602, url: at('/bytes.png') };
    const { data } = await service.confirm('content-assets-manage', args);
    expect(data.asset).toMatchObject({ name: 'portada_02.png', data_file_size: bytes.length });
    expect(seen).toHaveLength(1);
  });

  test('of a type that the name does not have is refused by Modyo, in its words', async () => {
    const { error } = await upload({ url: at('/wrong.jpg') });
    expect(error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'content_type', message: "content type does not match the file's extension" }],
    });
  });

  test('for which the plan has no room is refused with the room that there is', async () => {
    for (let count = 1; count <= 6; count += 1)
      expect((await upload({ url: at('/large.pdf') })).isError).toBe(false);
    const { error } = await upload({ url: at('/large.pdf') });
    expect(error).toMatchObject({
      code: 'CONFLICT',
      fields: [{ path: 'url', message: "You've reached the maximum storage for your current plan" }],
      details: { file_bytes: 9 * mebibyte, remaining_space: expect.any(Number) },
    });
  });
});

describe('an address is refused before anything is read', () => {
  test.each([
    'http://files.example/cover.png',
    'ftp://files.example/cover.png',
    'file:///etc/passwd',
    'https://files.example:8443/cover.png',
    'https://user:word@files.example/cover.png',
    'https://user@files.example/cover.png',
    'https://127.0.0.1/cover.png',
    'https://127.1/cover.png',
    'https://0x7f.1/cover.png',
    'https://2130706433/cover.png',
    'https://[::1]/cover.png',
    'https://[::ffff:169.254.169.254]/cover.png',
    'https://localhost/cover.png',
    'https://',
    'cover.png',
    `https://files.example/${'x'.repeat(1024 * 1024)}`,
  ])('%.60s', async (url) => {
    const { error } = await upload({ url, file_name: 'cover.png' });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'url' }] });
    expect([seen, lookups, service.upstream()]).toEqual([[], [], []]);
  });

  test.each(['inside.example', 'metadata.example'])(
    'whose host has a private address beside a public one: %s',
    async (host) => {
      const { error } = await upload({ url: `https://${host}/cover.png` });
      expect(error).toMatchObject({
        code: 'INVALID_PARAMS',
        fields: [{ path: 'url' }],
        details: { reason: 'address_refused' },
      });
      expect(JSON.stringify(error)).not.toMatch(/169\.254|127\.0\.0|93\.184|example/);
      expect([lookups, service.upstream()]).toEqual([[host], []]);
    },
  );

  test('that leads to the sandbox of the service goes the way of any other host', async () => {
    const { error } = await upload({ url: 'https://andes.sandbox.invalid/api/admin/account.json' });
    expect(error.details.reason).toBe('address_refused');
    expect(service.upstream()).toEqual([]);
  });
});

describe('an answer is refused, and nothing is uploaded', () => {
  test.each([
    ['/page.png', 'INVALID_PARAMS', 'content_type'],
    ['/moved.png', 'INVALID_PARAMS', 'redirect'],
    ['/gone.png', 'INVALID_PARAMS', 'status'],
    ['/part.png', 'INVALID_PARAMS', 'status'],
    ['/zipped.png', 'INVALID_PARAMS', 'content_encoding'],
    ['/empty.png', 'INVALID_PARAMS', 'empty'],
    ['/promised.png', 'INVALID_PARAMS', 'too_large'],
    ['/endless.png', 'INVALID_PARAMS', 'too_large'],
    ['/broken.png', 'UPSTREAM_ERROR', 'reset'],
  ])('%s is %s, %s', async (path, code, reason) => {
    const { error } = await upload({ url: at(path) });
    expect(error).toMatchObject({ code, details: { reason } });
    expect(error.details.state_unknown).toBeUndefined();
    expect(seen).toHaveLength(1);
    expect(service.upstream()).toEqual([]);
  });

  test('that does not come in time', async () => {
    const impatient = await startService({ UPSTREAM_TIMEOUT_MS: '300' });
    const { error } = await impatient.call('content-assets-manage', { url: at('/silent.png') });
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { reason: 'timeout' } });
    expect(impatient.upstream()).toEqual([]);
    await impatient.close();
  });

  test('of a host that nobody knows', async () => {
    const { error } = await upload({ url: 'https://nowhere.example/cover.png' });
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { reason: 'unreachable' } });
  });

  test('at an address without a file name', async () => {
    for (const path of ['/files/7', '/', '/a%2Fb.png', '/%zz.png']) {
      const { error } = await upload({ url: at(path) });
      expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'file_name' }] });
    }
    expect(seen).toEqual([]);
  });
});

test('neither an address nor a byte of a file is in a log, an error, a plan or a question', async () => {
  const content_base64 = Buffer.from('CANARYOFBYTES'.repeat(9)).toString('base64');
  const traces = [secret, content_base64, content_base64.slice(0, 40), 'CANARYOFBYTES'];
  const earlier = logs.lines().length;
  const answered: string[] = [];
  for (const source of [
    { url: at(`/cover.png?${secret}`) },
    { url: at(`/gone.png?${secret}`) },
    { url: `https://inside.example/${secret}.png` },
    { url: `https://user:${secret}@files.example/cover.png` },
    { content_base64, file_name: 'cover.png' },
    { content_base64, file_name: 'logo.svg' },
    { content_base64: `${content_base64}!`, file_name: 'cover.png' },
    { content_base64, file_name: 'cover.png', klass: 'none' },
    { content_base64: [content_base64], file_name: 'cover.png' },
  ]) {
    for (const [tool, args] of [
      ['content-assets-manage', source],
      ['content-assets-manage', { ...source, action: 'replace', identifier: 602 }],
      [
        'content-assets-manage',
        { ...source, action: 'replace', identifier: 602, dry_run: true, verify: true },
      ],
      ['content-assets-bulk', { files: [source] }],
      ['content-assets-bulk', { files: [source], dry_run: false }],
    ] as const)
      answered.push(JSON.stringify(await service.confirm(tool, args)));
  }
  const written = logs
    .lines()
    .slice(earlier)
    .map((line) => JSON.stringify(line));
  expect(written.filter((line) => line.includes('tool_call')).length).toBeGreaterThan(50);
  for (const trace of traces) {
    expect(answered.filter((text) => text.includes(trace) && !text.includes(`${secret}.png`))).toEqual([]);
    expect(written.filter((line) => line.includes(trace))).toEqual([]);
  }
});
