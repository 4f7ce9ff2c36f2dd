import { readFileSync } from 'node:fs';
import type { App } from './app/lifecycle.ts';
import { createApp } from './app.ts';
import { type Config, loadConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { createDemo, type Demo } from './demo.ts';
import { systemClock } from './infrastructure/clock.ts';
import { keepGarbageYoung } from './infrastructure/garbage-collection.ts';
import { createLogger, type Logger } from './infrastructure/logger.ts';
import { sandboxAccounts } from './sandbox/accounts.ts';
import { type Sandbox, startSandbox } from './sandbox/server.ts';

async function start(config: Config, log: Logger): Promise<void> {
  const sandbox = config.sandbox.kind === 'embedded' ? await startSandbox() : undefined;
  const demo = config.issuers.length === 0 ? await createSandboxDemo(config) : undefined;
  const app = await createApp({
    config,
    log,
    processMetrics: true,
    ...(sandbox && { sandboxUrl: sandbox.url }),
    ...(demo && { issuers: [demo.issuer], tenants: demo.tenants }),
  });
  const { url, metricsUrl } = await app.listen();
  log.info({ url, metricsUrl, sandbox: config.sandbox.kind }, 'listening');
  stopOnSignal(app, sandbox, log);
  if (demo !== undefined) process.stdout.write(banner(connectorUrl(config, url), demo));
}

function createSandboxDemo({ publicUrl }: Config): Promise<Demo> {
  const { andes, pampa } = sandboxAccounts;
  return createDemo({
    accounts: [
      { id: 'demo', host: andes.host, platformName: andes.name, token: andes.token },
      { id: 'demo-two', host: pampa.host, platformName: pampa.name, token: pampa.token },
    ],
    publicUrl,
    nowMs: systemClock.nowMs(),
  });
}

/** As it is configured, unless the port was left to the system. */
function connectorUrl({ port, publicUrl }: Config, url: string): string {
  return port === 0 ? url : publicUrl;
}

function banner(url: string, { tokens, expiresAtSeconds }: Demo): string {
  const [token = '', otherToken = ''] = tokens;
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'content-spaces-list', arguments: {} },
  };
  return `
Modyo MCP service, with a demo account in the sandbox.

Connector URL:
  ${url}

Bearer token of the tenant demo, valid until ${new Date(expiresAtSeconds * 1000).toISOString()} or the next start:
  ${token}

List the spaces of the demo:
  curl -sS ${url} -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${JSON.stringify(call)}'

Bearer token of a second tenant, demo-two, which sees none of the first one's data:
  ${otherToken}

`;
}

function stopOnSignal(app: App, sandbox: Sandbox | undefined, log: Logger): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'draining');
    app
      .drain()
      .then(() => sandbox?.close())
      .then(() => {
        log.info({}, 'stopped');
        process.exit(0);
      })
      .catch((error: unknown) => fail(log, error));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function fail(log: Logger, error: unknown, message = 'the process ends after a fault of its own'): never {
  log.error({ err: error }, message);
  process.exit(1);
}

function readConfig(): Config {
  try {
    return loadConfig({ env: process.env, readFile: (path) => readFileSync(path, 'utf8') });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

keepGarbageYoung();
const config = readConfig();
const log = createLogger({ level: config.logLevel });
process.on('uncaughtException', (error) => fail(log, error));
process.on('unhandledRejection', (reason) => fail(log, reason));
await start(config, log).catch((error: unknown) => fail(log, error, 'the service could not start'));
