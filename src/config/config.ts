import type { IssuerRecord } from '../auth/issuer-record.ts';
import type { SealKey } from '../auth/sealing.ts';
import type { LogLevel } from '../infrastructure/logger.ts';
import type { RedisMode } from '../infrastructure/redis-address.ts';
import type { TenantPolicy } from '../tenant/policy.ts';
import type { TenantRecord } from '../tenant/tenant-record.ts';
import { ConfigError, type ConfigFault } from './config-error.ts';
import { effectiveSandbox, findContradictions } from './contradictions.ts';
import { misspeltNames } from './misspelt-names.ts';
import { type ReadFile, type Report, readIssuers, readTenants, readText } from './record-files.ts';
import { isLoopback, type SandboxChoice } from './value-schemas.ts';
import { type Environment, environmentSchema, variables } from './variables.ts';

/** Everything that the service was told, checked. Deeply frozen but for the bytes of the keys. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number;
  /** The connector's URL as people paste it and as tokens name it; no slash at its end. */
  readonly publicUrl: string;
  /** Lower case; `undefined` admits every host. */
  readonly allowedHosts: readonly string[] | undefined;
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  /** Whether only this machine can connect. */
  readonly boundToLoopback: boolean;
  /** Key files read already. Empty: the demo's own issuer. */
  readonly issuers: readonly IssuerRecord[];
  /** Token files read already. */
  readonly tenants: readonly TenantRecord[];
  /** The first one seals. */
  readonly sealKeys: readonly SealKey[];
  readonly modyoHostSuffixes: readonly string[];
  readonly sandbox: SandboxChoice;
  /** Upper bound of every tenant's policy; its rates are the defaults. */
  readonly policy: TenantPolicy;
  readonly addressRatePerMinute: number;
  readonly bodyLimitBytes: number;
  readonly requestTimeoutMs: number;
  readonly upstreamTimeoutMs: number;
  readonly drainTimeoutMs: number;
  /** Absent: the in-memory store. */
  readonly redis: RedisChoice | undefined;
  readonly identifierTtlSeconds: number;
  /** Of the surface that may be served; absent: any. */
  readonly contractDigest: string | undefined;
  readonly logLevel: LogLevel;
  readonly nodeEnv: 'development' | 'production' | 'test';
}

interface RedisChoice {
  readonly url: string;
  readonly mode: RedisMode;
  readonly sentinelMaster?: string;
  readonly sentinelPassword?: string;
}

export interface ConfigSource {
  /** The environment as the process has it; an empty text counts as absent. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly readFile: ReadFile;
}

/** @throws {ConfigError} with every fault that can be found, by the name of its variable */
export function loadConfig({ env, readFile }: ConfigSource): Config {
  const faults: ConfigFault[] = [];
  const reporter = (variable: string) => (message: string) => void faults.push({ variable, message });
  const { environment, spoiled } = readEnvironment({ env, readFile }, reporter);
  const names = variables.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
  for (const { name, meant } of misspeltNames(env, names)) reporter(name)(`is no variable; ${meant} is`);
  const { ISSUERS_FILE: issuersFile, TENANTS_FILE: tenantsFile } = environment;
  const issuers =
    issuersFile === undefined ? [] : readIssuers(issuersFile, readFile, reporter('ISSUERS_FILE'));
  const tenants =
    tenantsFile === undefined ? [] : readTenants(tenantsFile, readFile, reporter('TENANTS_FILE'));
  for (const { between, message } of findContradictions({ environment, issuers, tenants })) {
    // Where a default stands in for a faulty value, the contradiction may not be real.
    if (!between.some((name) => spoiled.has(name))) reporter(between[0])(message);
  }
  if (faults.length > 0 || issuers === undefined || tenants === undefined) throw new ConfigError(faults);
  return configOf(environment, issuers, tenants);
}

type Reporter = (variable: string) => Report;

/** The values of all variables. A faulty one is reported and counts as absent, so that the search can go on. */
function readEnvironment(source: ConfigSource, reporter: Reporter) {
  const spoiled = new Set<string>();
  const given = givenTexts(source, (name, variable, message) => {
    spoiled.add(name);
    reporter(variable)(message);
  });
  for (const { path, message } of environmentSchema.safeParse(given).error?.issues ?? []) {
    const name = String(path[0]);
    spoiled.add(name);
    reporter(name)(message);
  }
  const sound = Object.entries(given).filter(([name]) => !spoiled.has(name));
  return { environment: environmentSchema.parse(Object.fromEntries(sound)), spoiled };
}

/** The texts of the known variables; a secret may stand in a file that `NAME_FILE` names. */
function givenTexts(
  { env, readFile }: ConfigSource,
  spoil: (name: string, variable: string, message: string) => void,
): Record<string, string> {
  const given: Record<string, string> = {};
  for (const { name, secret } of variables) {
    const fileName = `${name}_FILE`;
    const direct = env[name] || undefined;
    const path = secret ? env[fileName] || undefined : undefined;
    if (direct !== undefined && path !== undefined)
      spoil(name, name, `and ${fileName} are both set; one must go`);
    const fromFile =
      path === undefined
        ? undefined
        : readText(path, readFile, (message) => spoil(name, fileName, message))?.trim();
    const value = direct ?? fromFile;
    if (value !== undefined) given[name] = value;
  }
  return given;
}

function configOf(
  environment: Environment,
  issuers: readonly IssuerRecord[],
  tenants: readonly TenantRecord[],
): Config {
  const publicUrl = environment.PUBLIC_URL ?? `http://127.0.0.1:${environment.PORT}/mcp`;
  const boundToLoopback = isLoopback(environment.HOST);
  return Object.freeze({
    host: environment.HOST,
    port: environment.PORT,
    metricsPort: environment.METRICS_PORT,
    publicUrl,
    allowedHosts: frozen(
      environment.ALLOWED_HOSTS ?? (boundToLoopback ? hostsOfThisMachine(publicUrl) : undefined),
    ),
    allowedOrigins: frozen(environment.ALLOWED_ORIGINS),
    trustedProxies: frozen(environment.TRUSTED_PROXIES),
    boundToLoopback,
    issuers: frozen(issuers),
    tenants: frozen(tenants),
    sealKeys: frozen(environment.SEAL_KEYS ?? []),
    modyoHostSuffixes: frozen(environment.MODYO_HOST_SUFFIXES),
    sandbox: Object.freeze(effectiveSandbox(environment)),
    policy: Object.freeze({
      modules: frozen(environment.MODULES),
      readOnly: environment.READ_ONLY,
      exposure: environment.EXPOSURE,
      describe: environment.DESCRIBE,
      pins: Object.freeze({}),
      gateVisibility: environment.GATE_VISIBILITY,
      toolsDenied: frozen<string>([]),
      ratePerMinute: environment.RATE_PER_MINUTE,
      concurrency: environment.CONCURRENCY,
    }),
    addressRatePerMinute: environment.ADDRESS_RATE_PER_MINUTE,
    bodyLimitBytes: environment.BODY_LIMIT_BYTES,
    requestTimeoutMs: environment.REQUEST_TIMEOUT_MS,
    upstreamTimeoutMs: environment.UPSTREAM_TIMEOUT_MS,
    drainTimeoutMs: environment.DRAIN_TIMEOUT_MS,
    redis: redisChoice(environment),
    identifierTtlSeconds: environment.IDENTIFIER_TTL_SECONDS,
    contractDigest: environment.CONTRACT_DIGEST,
    logLevel: environment.LOG_LEVEL,
    nodeEnv: environment.NODE_ENV,
  });
}

function hostsOfThisMachine(publicUrl: string): readonly string[] {
  return [...new Set(['localhost', '127.0.0.1', '[::1]', new URL(publicUrl).hostname])];
}

function redisChoice(environment: Environment): RedisChoice | undefined {
  const { REDIS_URL: url, REDIS_SENTINEL_MASTER: master, REDIS_SENTINEL_PASSWORD: password } = environment;
  if (url === undefined) return undefined;
  return Object.freeze({
    url,
    mode: environment.REDIS_MODE,
    ...(master === undefined ? {} : { sentinelMaster: master }),
    ...(password === undefined ? {} : { sentinelPassword: password }),
  });
}

function frozen<Item>(items: readonly Item[]): readonly Item[];
function frozen<Item>(items: readonly Item[] | undefined): readonly Item[] | undefined;
function frozen<Item>(items: readonly Item[] | undefined): readonly Item[] | undefined {
  return items && Object.freeze(items.map((item) => (isRecord(item) ? Object.freeze(item) : item)));
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}
