import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../infrastructure/clock.ts';
import type { Answer } from './answer.ts';
import type { FaultEffect } from './faults.ts';

const jsonType = 'application/json; charset=utf-8';
const htmlStatusDefault = 403;
const htmlPage =
  '<!DOCTYPE html><html><head><title>Request blocked</title></head><body><h1>Request blocked</h1></body></html>';
const chunkBytes = 64 * 1024;

export function sendJson(response: ServerResponse, { status, body }: Answer): void {
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
  if (status === 204) {
    response.writeHead(204).end();
    return;
  }
  response.writeHead(status, { 'content-type': jsonType, 'content-length': bytes.length }).end(bytes);
}

/** Sends half of the promised bytes, waits until they have left, and cuts the connection. */
function sendHalf(response: ServerResponse, { status, body }: Answer): void {
  const bytes = Buffer.from(JSON.stringify(body ?? {}));
  response.writeHead(status, { 'content-type': jsonType, 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy());
}

function* oversizedBody(bytesWanted: number): Generator<string> {
  const filler = 'x'.repeat(chunkBytes);
  yield '{"spaces":[],"filler":"';
  for (let sent = 0; sent < bytesWanted; sent += chunkBytes) yield filler;
  yield '"}';
}

async function sendOversized(response: ServerResponse, bytesWanted: number): Promise<void> {
  response.writeHead(200, { 'content-type': jsonType });
  await pipeline(oversizedBody(bytesWanted), response);
}

/** Answers as the fault says. `answer` carries the request out; it is called at most once. */
export async function sendFault(
  response: ServerResponse,
  effect: FaultEffect,
  answer: (effect: FaultEffect) => Answer,
  clock: Clock,
): Promise<void> {
  switch (effect.kind) {
    case 'delay':
      await clock.sleep(effect.delayMs);
      sendJson(response, answer(effect));
      return;
    case 'answer': {
      const text = effect.body === undefined ? '' : JSON.stringify(effect.body);
      response.writeHead(effect.status, { 'content-type': jsonType, ...effect.headers }).end(text);
      return;
    }
    case 'html':
      response
        .writeHead(effect.status ?? htmlStatusDefault, { 'content-type': 'text/html; charset=utf-8' })
        .end(htmlPage);
      return;
    case 'oversized':
      await sendOversized(response, effect.bytes);
      return;
    case 'close-mid-body':
      sendHalf(response, answer(effect));
      return;
    case 'reset':
      if (effect.isApplied === true) answer(effect);
      response.destroy();
      return;
    case 'hang':
      return;
    case 'alter-body':
      sendJson(response, answer(effect));
      return;
    default:
      effect satisfies never;
  }
}
