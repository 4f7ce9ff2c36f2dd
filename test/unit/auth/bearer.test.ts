import { describe, expect, test } from 'vitest';
import { readBearer } from '../../../src/auth/bearer.ts';

describe('the Authorization header', () => {
  test.each(['Bearer aa.bb.cc', 'bearer aa.bb.cc', 'BEARER  aa.bb.cc ', 'Bearer aa.bb.'])(
    '%j holds a token',
    (value) => {
      expect(readBearer([value])).toMatch(/^aa\.bb\./);
    },
  );

  test.each([[undefined], [[]]])('%j is missing', (values) => {
    expect(readBearer(values)).toBe('missing');
  });

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer   ',
    'Basic dXNlcjpwYXNz',
    'Bearer aa.bb.cc dd',
    'Bearer aa.bb.cc, Bearer aa.bb.cc',
    'Bearer\taa.bb.cc',
    'Bearer token=aa.bb.cc',
    'aa.bb.cc',
    'Bearer sandbox-token-andes',
    'Bearer missing',
    'Bearer aa.bb.cc.dd.ee',
    'Bearer "aa.bb.cc"',
    'Bearer aa.bb.ç',
  ])('%j is malformed', (value) => {
    expect(readBearer([value])).toBe('malformed');
  });

  test('sent twice is malformed, even with the same good token', () => {
    expect(readBearer(['Bearer aa.bb.cc', 'Bearer aa.bb.cc'])).toBe('malformed');
  });
});
