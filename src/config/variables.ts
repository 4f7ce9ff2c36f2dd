import { z } from 'zod';
import { parseSealKeys } from '../auth/sealing.ts';
import { logLevels } from '../infrastructure/logger.ts';
import { describeForms, exposures, gateVisibilities, modules } from '../tenant/policy.ts';
import * as value from './value-schemas.ts';

/** What a person needs to know of a variable; the README and the example file are made of it. */
export interface VariableNotes {
  /** The form of the text: `integer`, `list of hosts`. */
  readonly type: string;
  /** The text that counts when the variable is absent. */
  readonly default?: string;
  /** What absence means where there is no default text. */
  readonly absent?: string;
  readonly unit?: string;
  readonly description: string;
  /** Also accepted as `NAME_FILE`, a path to its text. */
  readonly secret?: true;
}

const notes = z.registry<VariableNotes>();

/** A variable that always has a value. */
function withDefault<Value>(
  schema: z.ZodType<Value, string>,
  about: VariableNotes & { readonly default: string },
) {
  return schema.prefault(about.default).register(notes, about);
}

/** A variable that may be absent. */
function optional<Value>(
  schema: z.ZodType<Value, string>,
  about: VariableNotes & { readonly absent: string },
) {
  return schema.optional().register(notes, about);
}

const sealKeys = z.string().transform((text, context) => {
  try {
    return parseSealKeys(text);
  } catch (error) {
    context.issues.push({
      code: 'custom',
      message: error instanceof Error ? error.message : '',
      input: undefined,
    });
    return z.NEVER;
  }
});

/** Every variable of the environment that the service reads. Whatever is not here is not looked at. */
export const environmentSchema = z.object({
  HOST: withDefault(value.host, {
    type: 'address',
    default: '127.0.0.1',
    description: 'Address that is listened on, for the metrics too. The image sets 0.0.0.0.',
  }),
  PORT: withDefault(value.integer(0, 65_535), {
    type: 'integer',
    default: '3000',
    description: 'Port of the connector; 0 takes a free one.',
  }),
  METRICS_PORT: withDefault(value.integer(0, 65_535), {
    type: 'integer',
    default: '9464',
    description: 'Port of `/metrics`; 0 takes a free one. Keep it inside your network.',
  }),
  PUBLIC_URL: optional(value.connectorUrl, {
    type: 'URL',
    absent: '`http://127.0.0.1:PORT/mcp`',
    description:
      'The URL that people paste, ending in `/mcp`. It is the audience that tokens must name where the record of their issuer names none, and every URL of ours is built from it, never from a header.',
  }),
  ALLOWED_HOSTS: optional(value.hosts, {
    type: 'list of hosts',
    absent: 'this machine and the host of `PUBLIC_URL` when `HOST` is a loopback address, else any',
    description: 'Accepted `Host` headers; an entry without a port accepts every port.',
  }),
  ALLOWED_ORIGINS: withDefault(value.origins, {
    type: 'list of origins',
    default: '',
    description: 'Web pages that may call from a browser. Requests without `Origin` are not concerned.',
  }),
  TRUSTED_PROXIES: withDefault(value.networks, {
    type: 'list of networks',
    default: '',
    description: 'Proxies whose `X-Forwarded-For` is believed, for the limit by address only.',
  }),
  ISSUERS_FILE: optional(value.text, {
    type: 'path',
    absent: 'no issuer but the demo',
    description: 'YAML file of the issuers whose tokens are accepted. Paths in it are relative to it.',
  }),
  TENANTS_FILE: optional(value.text, {
    type: 'path',
    absent: 'no tenant but the demo and those of sealed claims',
    description: 'YAML file of the tenants of `registry` issuers. Paths in it are relative to it.',
  }),
  SEAL_KEYS: optional(sealKeys, {
    type: 'list of kid:base64',
    absent: 'nothing sealed can be opened',
    secret: true,
    description: 'Keys of 32 bytes that sealed Modyo tokens are opened with; the first one seals.',
  }),
  MODYO_HOST_SUFFIXES: withDefault(value.domains, {
    type: 'list of domains',
    default: 'modyo.cloud,modyo.com',
    description:
      'Domains below which Modyo accounts may lie. No other host is ever called with a Modyo token.',
  }),
  SANDBOX: optional(value.sandboxChoice, {
    type: '`embedded`, `off` or URL',
    absent: '`embedded` if neither `ISSUERS_FILE` nor `TENANTS_FILE` is set, else `off`',
    description: 'A Modyo of our own for hosts under `.sandbox.invalid`: in this process, or at a URL.',
  }),
  MODULES: withDefault(value.listOf(modules), {
    type: 'list of modules',
    default: modules.join(','),
    description: 'Families of tools that exist here. A tenant can only narrow them.',
  }),
  READ_ONLY: withDefault(value.flag, {
    type: '`true` or `false`',
    default: 'false',
    description: 'Without any tool or action that changes something. A tenant can only narrow it.',
  }),
  EXPOSURE: withDefault(value.oneOf(exposures), {
    type: '`grouped`, `flat` or `catalog`',
    default: 'grouped',
    description:
      'How actions become tools: one tool a resource, one tool an action, or five tools that find and run any action. A tenant record or a URL can choose its own.',
  }),
  DESCRIBE: withDefault(value.oneOf(describeForms), {
    type: '`full` or `compact`',
    default: 'full',
    description:
      'How much the descriptions of tools say. A tenant record or a URL can choose its own; schemas do not change.',
  }),
  GATE_VISIBILITY: withDefault(value.oneOf(gateVisibilities), {
    type: '`list` or `call`',
    default: 'list',
    description:
      'Whether an action that the state of a workflow forbids leaves the listing, or only its call is refused. A tenant record can set its own.',
  }),
  RATE_PER_MINUTE: withDefault(value.integer(1, 1_000_000_000), {
    type: 'integer',
    unit: 'calls a minute',
    default: '600',
    description: 'Calls that one tenant may make, on each replica. A tenant record can set its own.',
  }),
  CONCURRENCY: withDefault(value.integer(1, 10_000), {
    type: 'integer',
    unit: 'calls',
    default: '8',
    description: 'Calls of one tenant that run at once, on each replica. A tenant record can set its own.',
  }),
  ADDRESS_RATE_PER_MINUTE: withDefault(value.integer(1, 1_000_000_000), {
    type: 'integer',
    unit: 'requests a minute',
    default: '6000',
    description: 'Requests from one network address. Generous, for users of hosted clients share a few.',
  }),
  BODY_LIMIT_BYTES: withDefault(value.integer(1024, 33_554_432), {
    type: 'integer',
    unit: 'bytes',
    default: '2097152',
    description: 'Longest request body. A file of 1 MB, as base64, needs 1.4 MB of it.',
  }),
  REQUEST_TIMEOUT_MS: withDefault(value.integer(100, 600_000), {
    type: 'integer',
    unit: 'milliseconds',
    default: '20000',
    description: 'Time that one call has in all.',
  }),
  UPSTREAM_TIMEOUT_MS: withDefault(value.integer(100, 600_000), {
    type: 'integer',
    unit: 'milliseconds',
    default: '10000',
    description: 'Time that Modyo has for one answer; not more than `REQUEST_TIMEOUT_MS`.',
  }),
  DRAIN_TIMEOUT_MS: withDefault(value.integer(0, 600_000), {
    type: 'integer',
    unit: 'milliseconds',
    default: '22000',
    description: 'Time that calls in flight have to finish after SIGTERM.',
  }),
  REDIS_URL: optional(value.text, {
    type: 'URL',
    absent: 'an in-memory store, for one replica',
    secret: true,
    description:
      '`redis://` or, with TLS, `rediss://`. For Sentinel and Cluster several, separated by commas; user, password and database of the first count for all.',
  }),
  REDIS_MODE: withDefault(value.oneOf(['single', 'sentinel', 'cluster']), {
    type: '`single`, `sentinel` or `cluster`',
    default: 'single',
    description: 'What `REDIS_URL` points to.',
  }),
  REDIS_SENTINEL_MASTER: optional(value.text, {
    type: 'text',
    absent: 'needed in `sentinel` mode',
    description: 'Name of the master that the sentinels watch.',
  }),
  REDIS_SENTINEL_PASSWORD: optional(value.text, {
    type: 'text',
    absent: 'sentinels without a password',
    secret: true,
    description: "Password of the sentinels; the master's stands in `REDIS_URL`.",
  }),
  IDENTIFIER_TTL_SECONDS: withDefault(value.integer(0, 86_400), {
    type: 'integer',
    unit: 'seconds',
    default: '300',
    description: 'How long the id behind a name is remembered; 0 looks it up each time.',
  }),
  CONTRACT_DIGEST: optional(value.digest, {
    type: '`sha256:` and 64 hexadecimal digits',
    absent: 'any surface is served',
    description:
      'Digest of the tools that may be served, as `tools digest` prints it: another build does not start.',
  }),
  LOG_LEVEL: withDefault(value.oneOf(logLevels), {
    type: logLevels.map((level) => `\`${level}\``).join(', '),
    default: 'info',
    description: 'Least important lines that are still written, as JSON on standard output.',
  }),
  NODE_ENV: withDefault(value.oneOf(['development', 'production', 'test']), {
    type: '`development`, `production` or `test`',
    default: 'development',
    description: 'Where the service runs. The image sets `production`.',
  }),
});

export type Environment = z.infer<typeof environmentSchema>;

export interface Variable extends VariableNotes {
  readonly name: string;
}

/** The same as a table, in the same order. */
export const variables: readonly Variable[] = Object.entries(environmentSchema.shape).map(
  ([name, schema]) => {
    const about = notes.get(schema);
    if (about === undefined) throw new Error(`The variable ${name} is not described.`);
    return { name, ...about };
  },
);
