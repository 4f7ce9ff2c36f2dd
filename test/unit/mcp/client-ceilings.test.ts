import { expect, test } from 'vitest';
import { clientCeiling } from '../../../src/mcp/client-ceilings.ts';

test.each([
  { declared: 'claude-code', userAgent: undefined },
  { declared: 'Claude-Code', userAgent: 'node' },
  { declared: undefined, userAgent: 'claude-code/2.1.76 (cli)' },
  { declared: 'something', userAgent: 'claude-code/2.1.76' },
])('%j is a client with a ceiling of its own', (names) => {
  expect(clientCeiling(names)).toBe(50_000);
});

test.each([
  { declared: undefined, userAgent: undefined },
  { declared: 'claude-coder', userAgent: 'Claude-User' },
  { declared: 7, userAgent: 'Mozilla/5.0 claude-code/2.1' },
  { declared: ['claude-code'], userAgent: '' },
])('%j is a client of which nothing is known', (names) => {
  expect(clientCeiling(names)).toBeUndefined();
});
