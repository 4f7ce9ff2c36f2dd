import { describe, expect, test } from 'vitest';
import { coversScope, parseScopes, scopes } from '../../../src/auth/scopes.ts';

describe('scopes', () => {
  test.each([
    [[], []],
    [['modyo:read'], ['modyo:read']],
    [['modyo:write'], ['modyo:read', 'modyo:write']],
    [['modyo:admin'], ['modyo:read', 'modyo:write', 'modyo:admin']],
    [
      ['modyo:read', 'modyo:write'],
      ['modyo:read', 'modyo:write'],
    ],
  ] as const)('%j contains %j', (held, contained) => {
    expect(scopes.filter((needed) => coversScope(held, needed))).toEqual(contained);
  });

  test('are read from words, the unknown ones passed over', () => {
    expect(parseScopes('openid modyo:write  modyo:read modyo:rea modyo:READ')).toEqual([
      'modyo:read',
      'modyo:write',
    ]);
    expect(parseScopes('')).toEqual([]);
  });
});
