import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import type { CommandIo } from '../../../src/cli/command.ts';
import { serveSandbox } from '../../../src/cli/sandbox.ts';
import { sandboxAccounts } from '../../../src/sandbox/accounts.ts';

function createIo(stop: Promise<void>) {
  const written = { out: '', err: '' };
  const io: CommandIo = {
    env: {},
    nowMs: () => 0,
    readStdin: async () => '',
    writeOut(text) {
      written.out += text;
    },
    writeErr(text) {
      written.err += text;
    },
    stopRequested: () => stop,
  };
  return { io, written };
}

describe('cli sandbox', () => {
  test('prints its URL, serves both accounts, and stops when asked', async () => {
    let stop: () => void = () => undefined;
    const { io, written } = createIo(
      new Promise((resolve) => {
        stop = resolve;
      }),
    );
    const running = serveSandbox.run(['--port', '0'], io);
    await expect.poll(() => written.out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
    const url = written.out.trim();
    for (const { host, name, token } of Object.values(sandboxAccounts)) {
      const answer = await request(`${url}/api/admin/account`, {
        headers: { host, authorization: `Bearer ${token}` },
      });
      expect(await answer.body.json()).toMatchObject({ name });
      expect(written.err).toContain(host);
    }
    stop();
    await running;
    await expect(request(url)).rejects.toThrow();
  });

  test.each(['x', '-1', '70000', '1.5'])('refuses the port %j', async (port) => {
    const { io } = createIo(Promise.resolve());
    await expect(serveSandbox.run([`--port=${port}`], io)).rejects.toThrow(/--port/);
  });
});
