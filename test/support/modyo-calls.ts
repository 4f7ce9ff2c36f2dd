import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { AppError } from '../../src/errors/app-error.ts';
import { systemClock } from '../../src/infrastructure/clock.ts';
import type { ModyoClient } from '../../src/modyo/client.ts';
import { createModyoConnector, type ModyoConnectorOptions } from '../../src/modyo/connector.ts';
import { createModyoCredential } from '../../src/modyo/credential.ts';
import { createLogCapture, type LogCapture } from './log-capture.ts';

interface UpstreamCount {
  readonly operation: string;
  readonly outcome: string;
}

export interface ModyoCalls {
  readonly logs: LogCapture;
  readonly counts: readonly UpstreamCount[];
  client(binding?: { host?: string; token?: string; signal?: AbortSignal }): ModyoClient;
  close(): Promise<void>;
}

export const canaryToken = 'CANARY_TOKEN_5f0c';

/** A connector whose every host leads to `dispatcher`; without one, to the internet through `lookup`. */
export function createModyoCalls(
  dispatcher: Dispatcher | undefined,
  options: Partial<ModyoConnectorOptions> & { readonly lookup?: LookupFunction } = {},
): ModyoCalls {
  const logs = createLogCapture();
  const counts: UpstreamCount[] = [];
  const connector = createModyoConnector({
    suffixes: ['modyo.cloud'],
    upstreamTimeoutMs: 5000,
    version: '9.9.9',
    clock: systemClock,
    log: logs.log,
    metrics: { upstreamCalled: (operation, outcome) => void counts.push({ operation, outcome }) },
    random: () => 0,
    ...(dispatcher === undefined ? {} : { dispatcherFor: () => dispatcher }),
    ...options,
  });
  return {
    logs,
    counts,
    client: ({
      host = 'acme.modyo.cloud',
      token = canaryToken,
      signal = new AbortController().signal,
    } = {}) => connector.client({ host, credential: createModyoCredential(token), signal, log: logs.log }),
    close: () => connector.close(),
  };
}

/** The error that a call ends with; a call that ends well is a failed test. */
export async function errorOf(call: Promise<unknown>): Promise<AppError> {
  const outcome = await call.then(
    (answer) => `answered ${JSON.stringify(answer)}`,
    (error: unknown) => error,
  );
  if (outcome instanceof AppError) return outcome;
  throw new Error(`not an AppError: ${String(outcome)}`);
}
