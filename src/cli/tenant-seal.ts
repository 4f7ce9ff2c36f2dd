import { createSealRing } from '../auth/sealing.ts';
import { sealTenantToken } from '../tenant/tenant-token.ts';
import { type Command, parseCommandLine, UsageError } from './command.ts';
import { keyFileOptions, readSealKeys } from './key-files.ts';
import { accountHost, tokenFromStdin } from './modyo-token.ts';

export const sealTenant: Command = {
  usage: 'tenant seal --host H --token-stdin [--keys DIR | --seal-keys FILE]',
  summary: 'seal a Modyo API token for one host; the result is the token of a tenant record',
  async run(args, io) {
    const { values } = parseCommandLine(args, {
      ...keyFileOptions,
      host: { type: 'string' },
      'token-stdin': { type: 'boolean' },
    });
    if (values.host === undefined) throw new UsageError('Say for which host with --host H.');
    if (values['token-stdin'] !== true) {
      throw new UsageError('The token is read from standard input only: say --token-stdin.');
    }
    const ring = createSealRing(readSealKeys(values, io.env));
    const host = accountHost(values.host, io.env);
    io.writeOut(`${await sealTenantToken(ring, await tokenFromStdin(io), host)}\n`);
  },
};
