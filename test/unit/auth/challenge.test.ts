import { describe, expect, test } from 'vitest';
import { createChallenges } from '../../../src/auth/challenge.ts';

const metadata = 'https://mcp.test.invalid/.well-known/oauth-protected-resource/mcp';
const challenges = createChallenges(metadata);

describe('WWW-Authenticate', () => {
  test('for no credentials names the metadata and the least scope, and no error', () => {
    expect(challenges.missing()).toBe(`Bearer resource_metadata="${metadata}", scope="modyo:read"`);
  });

  test('for a refused token says invalid_token and why', () => {
    expect(challenges.invalidToken('It has expired.')).toBe(
      `Bearer resource_metadata="${metadata}", scope="modyo:read", error="invalid_token", error_description="It has expired."`,
    );
  });

  test.each([
    [['modyo:read'], 'modyo:read'],
    [['modyo:write'], 'modyo:read modyo:write'],
    [['modyo:read', 'modyo:admin'], 'modyo:read modyo:write modyo:admin'],
  ] as const)('for too small a scope names every scope up to the one needed: %j', (needed, scope) => {
    expect(challenges.insufficientScope(needed)).toBe(
      `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${metadata}"`,
    );
  });

  test('keeps every text inside its quotes, in printable ASCII', () => {
    const value = challenges.invalidToken('a"b\\c\r\nX-Evil: ñ');
    expect(value).toContain('error_description="a\\"b\\\\c??X-Evil: ?"');
    expect(value).toMatch(/^[\x20-\x7e]*$/);
  });
});
