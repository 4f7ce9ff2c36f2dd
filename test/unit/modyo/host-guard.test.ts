import { describe, expect, test } from 'vitest';
import { normaliseHost } from '../../../src/modyo/host-guard.ts';

const suffixes = ['modyo.cloud', 'modyo.com'];

describe('a Modyo host', () => {
  test.each([
    ['acme.modyo.cloud', 'acme.modyo.cloud'],
    ['ACME.Modyo.Cloud', 'acme.modyo.cloud'],
    ['acme.modyo.cloud.', 'acme.modyo.cloud'],
    ['a.b.modyo.cloud', 'a.b.modyo.cloud'],
    ['xn--mlaga-3qa.modyo.com', 'xn--mlaga-3qa.modyo.com'],
  ])('%s is called as %s', (raw, host) => {
    expect(normaliseHost(raw, suffixes)).toBe(host);
  });

  test.each([
    'evilmodyo.cloud',
    'a.modyo.cloud.evil.com',
    'modyo.cloud',
    '.modyo.cloud',
    'a..modyo.cloud',
    'a.modyo.cloud..',
    'a.modyo.cloud:22',
    'a.modyo.cloud:443',
    'u@a.modyo.cloud',
    'u:p@a.modyo.cloud',
    'ａ.modyo.cloud',
    'a.modyo。cloud',
    '\u212aa.modyo.cloud',
    '127.1',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    'a.modyo.cloud#',
    'a.modyo.cloud?',
    'a.modyo.cloud/',
    'evil.com/.modyo.cloud',
    'evil.com\\.modyo.cloud',
    'a%2emodyo.cloud',
    'a.modyo.cloud%00',
    'a.modyo.cloud\n',
    'a.modyo.cloud\r\nHost: evil',
    ' a.modyo.cloud',
    'a_b.modyo.cloud',
    '-a.modyo.cloud',
    'https://a.modyo.cloud',
    'localhost',
    '',
    `${'a'.repeat(64)}.modyo.cloud`,
    `${'a.'.repeat(130)}modyo.cloud`,
  ])('%j is refused, and not repeated', (raw) => {
    const error = refusal(raw, suffixes);
    expect(error).toMatchObject({ code: 'FORBIDDEN' });
    if (raw.length > 4) expect(String(error)).not.toContain(raw);
  });

  test('is never an address, even below a suffix that was configured in error', () => {
    expect(refusal('10.0.0.1', ['0.1', '0.0.1'])).toMatchObject({ code: 'FORBIDDEN' });
    expect(refusal('127.1', ['1'])).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('lies below the suffixes that were configured, with or without their leading dot', () => {
    expect(normaliseHost('andes.sandbox.invalid', ['.sandbox.invalid'])).toBe('andes.sandbox.invalid');
    expect(refusal('andes.sandbox.invalid', suffixes)).toMatchObject({ code: 'FORBIDDEN' });
    expect(refusal('a.modyo.cloud', [])).toMatchObject({ code: 'FORBIDDEN' });
  });
});

function refusal(raw: string, allowed: readonly string[]): unknown {
  try {
    return `accepted as ${normaliseHost(raw, allowed)}`;
  } catch (error) {
    return error;
  }
}
