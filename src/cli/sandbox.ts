import { sandboxAccounts } from '../sandbox/accounts.ts';
import { startSandbox } from '../sandbox/server.ts';
import { type Command, parseCommandLine, UsageError } from './command.ts';

const portDefault = 4010;
const portMax = 65_535;

function readPort(text: string | undefined): number {
  if (text === undefined) return portDefault;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > portMax) {
    throw new UsageError(`--port takes a whole number up to ${portMax}; 0 takes a free one.`);
  }
  return port;
}

/** Which host and tokens the sandbox answers to: constants of the seed, not secrets. */
function describeAccounts(): string {
  return Object.values(sandboxAccounts)
    .map(
      ({ host, tokens }) =>
        `  ${host}\n${tokens.map(({ role, token }) => `      ${token} (${role})\n`).join('')}`,
    )
    .join('');
}

/** Runs the embedded Modyo alone, until the process is asked to stop. Its URL is the one line on stdout. */
export const serveSandbox: Command = {
  usage: 'sandbox [--port N] [--host ADDRESS]',
  summary: `serve the embedded Modyo alone (default: 127.0.0.1, port ${portDefault})`,
  async run(args, io) {
    const { values } = parseCommandLine(args, { port: { type: 'string' }, host: { type: 'string' } });
    const sandbox = await startSandbox({ port: readPort(values.port), host: values.host ?? '127.0.0.1' });
    io.writeOut(`${sandbox.url}\n`);
    io.writeErr(`The sandbox answers to these Host headers and tokens:\n${describeAccounts()}`);
    await io.stopRequested();
    await sandbox.close();
  },
};
