import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { Catalogue } from '../../src/mcp/catalogue.ts';
import { createLogCapture, type LogCapture } from './log-capture.ts';
import { createTestIdentity, type TestIdentity, testAudience, testSealKeys } from './tokens.ts';

export interface FixtureService {
  /** `http://127.0.0.1:…/mcp` */
  readonly url: string;
  readonly identity: TestIdentity;
  readonly capture: LogCapture;
  close(): Promise<void>;
}

export interface FixtureServiceOptions {
  readonly catalogue: Catalogue;
  readonly env?: Readonly<Record<string, string>>;
}

/** A catalogue of the test's own never calls Modyo; the port is one where nothing listens. */
const unreachableSandbox = 'http://127.0.0.1:1';

/** The real edge on a free port, with a catalogue of the test's own behind it. */
export async function startFixtureService({
  catalogue,
  env = {},
}: FixtureServiceOptions): Promise<FixtureService> {
  const identity = await createTestIdentity();
  const capture = createLogCapture();
  const config = loadConfig({
    env: {
      PORT: '0',
      METRICS_PORT: '0',
      PUBLIC_URL: testAudience,
      SANDBOX: 'embedded',
      SEAL_KEYS: testSealKeys,
      ...env,
    },
    readFile: () => {
      throw new Error('this service reads no file');
    },
  });
  const app = await createApp({
    config,
    catalogue,
    sandboxUrl: unreachableSandbox,
    issuers: identity.issuers,
    tenants: identity.tenants,
    log: capture.log,
  });
  const { url } = await app.listen();
  return { url, identity, capture, close: () => app.close() };
}
