import { describe, expect, test } from 'vitest';
import { readJsonBody } from '../../../src/http/json-body.ts';

const read = (text: string) => readJsonBody(Buffer.from(text));

describe('a body that is no JSON', () => {
  test.each([
    ['nothing', Buffer.from('')],
    ['a word', Buffer.from('hello')],
    ['half an object', Buffer.from('{"a":')],
    ['a byte order mark', Buffer.from('\uFEFF{}')],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['a lone continuation byte', Buffer.from([0x22, 0x80, 0x22])],
    ['a gzip header', Buffer.from([0x1f, 0x8b, 0x08, 0x00])],
    ['an open string that ends in a backslash', Buffer.from('"abc\\')],
  ])('is a parse error without an id: %s', (_name, bytes) => {
    expect(readJsonBody(bytes)).toHaveProperty('unreadable');
  });
});

describe('a body that is too large in shape', () => {
  test('is read with 64 levels and refused with 65', () => {
    expect(read('['.repeat(64) + ']'.repeat(64))).toHaveProperty('value');
    expect(read('['.repeat(65) + ']'.repeat(65))).toMatchObject({
      unreadable: expect.stringContaining('64 levels'),
    });
  });

  test('is refused 100,000 levels deep without being parsed', () => {
    expect(read('{"a":'.repeat(100_000))).toMatchObject({ unreadable: expect.stringContaining('64') });
  });

  test('is refused with a million keys', () => {
    const keys = Array.from({ length: 1_000_000 }, (_, index) => `"${index}":0`).join(',');
    expect(read(`{${keys}}`)).toMatchObject({ unreadable: expect.stringContaining('50000') });
  });

  test('is measured by its structure and not by what stands in strings', () => {
    const text = JSON.stringify({ text: `${'[{"\\'.repeat(60_000)}` });
    expect(read(text)).toEqual({ value: JSON.parse(text) });
  });
});

test('the last of two equal keys counts', () => {
  expect(read('{"a":1,"a":2}')).toEqual({ value: { a: 2 } });
});
