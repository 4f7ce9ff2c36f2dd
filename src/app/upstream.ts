import type { LookupFunction } from 'node:net';
import { type Dispatcher, Pool } from 'undici';
import type { Config } from '../config/config.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Logger } from '../infrastructure/logger.ts';
import type { Metrics } from '../infrastructure/metrics.ts';
import { createModyoConnector, type ModyoConnector } from '../modyo/connector.ts';
import { createFileDownloads, type FileDownloads } from '../modyo/file-download.ts';
import { sandboxSuffix } from '../modyo/host-guard.ts';
import { readVersion } from './version.ts';

const sandboxConnectionsMax = 64;

export interface Upstream {
  readonly connector: ModyoConnector;
  /** For files of callers, anywhere on the public internet; never by way of the sandbox. */
  readonly downloads: FileDownloads;
  /** Below which hosts may lie, the sandbox's included while it is on. */
  readonly suffixes: readonly string[];
  close(): Promise<void>;
}

export interface UpstreamOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Where hosts below `.sandbox.invalid` are; only looked at while `config.sandbox` is on. */
  readonly sandboxUrl?: string;
  /** Resolves the names of Modyo hosts; its answers are checked, whatever it is. */
  readonly lookup?: LookupFunction;
  /** Hosts that are reached in another way than over the internet; the caller closes what it returns. */
  readonly dispatcherFor?: (host: string) => Dispatcher | undefined;
}

/** The way to Modyo. Hosts of the sandbox are known only here, and only while it is on. */
export function createUpstream(upstreamOptions: UpstreamOptions): Upstream {
  const { config, clock, log, metrics, lookup, ...options } = upstreamOptions;
  const { kind } = config.sandbox;
  const sandboxUrl = config.sandbox.kind === 'url' ? config.sandbox.url : options.sandboxUrl;
  const sandbox =
    kind === 'off' || sandboxUrl === undefined
      ? undefined
      : new Pool(sandboxUrl, { connections: sandboxConnectionsMax });
  const suffixes =
    sandbox === undefined ? config.modyoHostSuffixes : [...config.modyoHostSuffixes, sandboxSuffix];
  const connector = createModyoConnector({
    suffixes,
    upstreamTimeoutMs: config.upstreamTimeoutMs,
    version: readVersion(),
    clock,
    log,
    metrics,
    dispatcherFor: (host) =>
      options.dispatcherFor?.(host) ?? (host.endsWith(`.${sandboxSuffix}`) ? sandbox : undefined),
    ...(lookup && { lookup }),
  });
  const downloads = createFileDownloads({
    timeoutMs: config.upstreamTimeoutMs,
    version: readVersion(),
    ...(options.dispatcherFor && { dispatcherFor: options.dispatcherFor }),
    ...(lookup && { lookup }),
  });
  return {
    connector,
    downloads,
    suffixes,
    async close() {
      await connector.close();
      await sandbox?.close();
    },
  };
}
