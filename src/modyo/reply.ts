import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { readRetryAfterMs } from './retry-after.ts';

/** What Modyo answered, before anybody judges it. */
export interface Reply {
  readonly status: number;
  readonly body: ReplyBody;
  readonly retryAfterMs?: number;
}

type ReplyBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'not_json' }
  | { readonly kind: 'too_large' };

const unzip = promisify(gunzip);
const jsonMediaType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/**
 * Reads an answer to its end; past `bytesMax`, compressed or not, it stops and drops the connection.
 * @throws whatever the connection fails with while the body arrives
 */
export async function readReply(
  response: Dispatcher.ResponseData,
  bytesMax: number,
  nowMs: number,
): Promise<Reply> {
  const { statusCode: status, headers } = response;
  const retryAfterMs = readRetryAfterMs(single(headers['retry-after']), nowMs);
  const bytes = await collect(response.body, bytesMax);
  const body =
    bytes === undefined ? ({ kind: 'too_large' } as const) : await readBody(bytes, headers, bytesMax);
  return retryAfterMs === undefined ? { status, body } : { status, body, retryAfterMs };
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

function collect(stream: Readable, bytesMax: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let byteCount = 0;
    stream.on('data', (chunk: Buffer) => {
      byteCount += chunk.length;
      if (byteCount <= bytesMax) {
        chunks.push(chunk);
        return;
      }
      resolve(undefined);
      stream.destroy();
    });
    stream.on('end', () => {
      const [first] = chunks;
      resolve(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks, byteCount));
    });
    stream.on('error', reject);
    stream.on('close', () => {
      if (!stream.readableEnded) reject(new Error('the answer ended early'));
    });
  });
}

async function readBody(
  bytes: Buffer,
  headers: Dispatcher.ResponseData['headers'],
  bytesMax: number,
): Promise<ReplyBody> {
  if (bytes.length === 0) return { kind: 'empty' };
  if (!jsonMediaType.test(single(headers['content-type']) ?? '')) return { kind: 'not_json' };
  const encoding = single(headers['content-encoding'])?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return parseJson(bytes);
  if (encoding !== 'gzip') return { kind: 'not_json' };
  try {
    return parseJson(await unzip(bytes, { maxOutputLength: bytesMax }));
  } catch (error) {
    const isBomb = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return { kind: isBomb ? 'too_large' : 'not_json' };
  }
}

function parseJson(bytes: Buffer): ReplyBody {
  try {
    return { kind: 'json', value: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return { kind: 'not_json' };
  }
}
