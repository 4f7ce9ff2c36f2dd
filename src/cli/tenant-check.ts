import { AppError } from '../errors/app-error.ts';
import { getAccount, getProfile } from '../modyo/account.ts';
import type { ModyoClient } from '../modyo/client.ts';
import { type Command, parseCommandLine, UsageError } from './command.ts';
import { tenantOptions, withTenant } from './tenant-connection.ts';

export const checkTenant: Command = {
  usage: 'tenant check ID [--issuer URL] [--keys DIR | --issuers FILE --tenants FILE --seal-keys FILE]',
  summary: "ask Modyo with the tenant's own token which account and user it belongs to",
  async run(args, io) {
    const { values, positionals } = parseCommandLine(args, tenantOptions, 1);
    const [id] = positionals;
    if (id === undefined) throw new UsageError('Say which tenant.');
    io.writeOut(await withTenant({ id, values, io, callsMax: 1 }, (modyo) => described(id, modyo)));
  },
};

async function described(id: string, modyo: ModyoClient): Promise<string> {
  const user = await answered(() => getProfile(modyo));
  const account = await answered(() => getAccount(modyo));
  if (user === undefined && account === undefined) {
    throw new Error(`${modyo.host} answers, but shows this token neither its account nor its user.`);
  }
  return `${id}: account ${account?.name ?? 'not visible'} at ${modyo.host}, user ${user?.name ?? 'not visible'}\n`;
}

/** `undefined` where the token is good but may not see this, or the platform is too old to have it. */
async function answered<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError && (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND'))
      return undefined;
    throw error;
  }
}
