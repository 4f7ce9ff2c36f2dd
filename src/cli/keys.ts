import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { generateSigningKey, type SigningKey } from '../auth/issuance.ts';
import { createSealRing, parseSealKeys } from '../auth/sealing.ts';
import { sandboxAccounts } from '../sandbox/accounts.ts';
import { sealTenantToken } from '../tenant/tenant-token.ts';
import { type Command, parseCommandLine, UsageError } from './command.ts';
import { keyFileNames } from './key-files.ts';

const defaultPort = '3000';

/** As the service computes it when `PUBLIC_URL` is absent. */
const localAudience = (port: string) => `http://127.0.0.1:${port}/mcp`;

const localIssuer = 'urn:modyo-mcp:local';
const sealKeyBytes = 32;

export const generateKeys: Command = {
  usage: 'keys generate --out DIR [--audience URL]',
  summary: 'make a signing key, a seal key, and an issuers and a tenants file that work with them',
  async run(args, io) {
    const { values } = parseCommandLine(args, { out: { type: 'string' }, audience: { type: 'string' } });
    const { out } = values;
    if (out === undefined) throw new UsageError('Say where to with --out DIR.');
    const audience = values.audience ?? io.env['PUBLIC_URL'] ?? localAudience(io.env['PORT'] ?? defaultPort);
    writeAll(out, await keyFiles(audience));
    for (const name of Object.values(keyFileNames)) io.writeOut(`${join(out, name)}\n`);
    io.writeErr(nextSteps(out));
  },
};

async function keyFiles(audience: string): Promise<ReadonlyMap<string, string>> {
  const signingKey = await generateSigningKey();
  const sealKeys = `seal-${randomBytes(4).toString('hex')}:${randomBytes(sealKeyBytes).toString('base64')}`;
  return new Map([
    [keyFileNames.signingKey, `${JSON.stringify(signingKey.privateJwk, null, 2)}\n`],
    [keyFileNames.sealKeys, `${sealKeys}\n`],
    [keyFileNames.issuers, issuersYaml(signingKey, audience)],
    [keyFileNames.tenants, await tenantsYaml(sealKeys)],
  ]);
}

/** Nothing is written when anything would be overwritten. */
function writeAll(directory: string, files: ReadonlyMap<string, string>): void {
  const taken = [...files.keys()].map((name) => join(directory, name)).filter((path) => existsSync(path));
  if (taken.length > 0) throw new Error(`Nothing was written, because this exists: ${taken.join(', ')}`);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const [name, text] of files) writeFileSync(join(directory, name), text, { flag: 'wx', mode: 0o600 });
}

function issuersYaml({ publicJwk }: SigningKey, audience: string): string {
  const record = {
    issuer: localIssuer,
    audience: [audience],
    algorithms: ['ES256'],
    tenant_mode: 'registry',
    tenant_claim: 'tid',
    jwks: { keys: [publicJwk] },
  };
  return `# Whose tokens are accepted. This issuer is whoever holds ${keyFileNames.signingKey}.\n${stringify({ issuers: [record] })}`;
}

async function tenantsYaml(sealKeys: string): Promise<string> {
  const { host, name, token } = sandboxAccounts.andes;
  const ring = createSealRing(parseSealKeys(sealKeys));
  const demo = { id: 'demo', host, platform_name: name, token: await sealTenantToken(ring, token, host) };
  return `# The Modyo accounts. This one is of the sandbox: start the service with SANDBOX=embedded to use it.
${stringify({ tenants: [demo] })}\
# One of your own, its token sealed with: tenant seal --host acme.modyo.cloud --token-stdin
#  - id: acme
#    host: acme.modyo.cloud
#    platform_name: Acme
#    token: eyJ…
#    policy: { modules: [content], read_only: true }
`;
}

function nextSteps(directory: string): string {
  const path = (name: string) => join(directory, name);
  return `
Start the service with them:
  SANDBOX=embedded ISSUERS_FILE=${path(keyFileNames.issuers)} TENANTS_FILE=${path(keyFileNames.tenants)} SEAL_KEYS_FILE=${path(keyFileNames.sealKeys)} npm start
Mint a token:
  npm run -s cli -- token --tenant demo --keys ${directory}
`;
}
