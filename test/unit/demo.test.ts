import { expect, test } from 'vitest';
import { createVerifier } from '../../src/auth/verifier.ts';
import { createDemo } from '../../src/demo.ts';
import { createLogCapture } from '../support/log-capture.ts';
import { createManualClock } from '../support/manual-clock.ts';

const publicUrl = 'http://127.0.0.1:3000/mcp';
const accounts = [
  { id: 'demo', host: 'andes.sandbox.invalid', platformName: 'Andes', token: 'secret-of-andes' },
  { id: 'demo-two', host: 'pampa.sandbox.invalid', platformName: 'Pampa', token: 'secret-of-pampa' },
];

const refuseToFetch = () => Promise.reject(new Error('The demo fetches nothing.'));

test('each token of the demo leads to its own tenant', async () => {
  const clock = createManualClock();
  const demo = await createDemo({ accounts, publicUrl, nowMs: clock.nowMs() });
  const { log } = createLogCapture();
  const verifier = createVerifier({
    issuers: [demo.issuer],
    canonicalResource: publicUrl,
    clock,
    log,
    fetchJwks: refuseToFetch,
  });
  const principals = await Promise.all(demo.tokens.map((token) => verifier.verify(token)));
  expect(principals.map(({ tenantId, scopes }) => [tenantId, scopes.length])).toEqual([
    ['demo', 3],
    ['demo-two', 3],
  ]);
  expect(principals[0]?.expiresAtSeconds).toBe(demo.expiresAtSeconds);
});

test('two starts do not accept each other’s tokens', async () => {
  const clock = createManualClock();
  const [first, second] = await Promise.all(
    [1, 2].map(() => createDemo({ accounts, publicUrl, nowMs: clock.nowMs() })),
  );
  const { log } = createLogCapture();
  const verifier = createVerifier({
    issuers: [second!.issuer],
    canonicalResource: publicUrl,
    clock,
    log,
    fetchJwks: refuseToFetch,
  });
  await expect(verifier.verify(first!.tokens[0]!)).rejects.toThrow('The access token is not valid');
});

test('the accounts’ own tokens do not print', async () => {
  const demo = await createDemo({ accounts, publicUrl, nowMs: 0 });
  expect(JSON.stringify(demo.tenants)).not.toContain('secret-of');
});
