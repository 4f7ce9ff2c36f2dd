/** One node, as a `redis://` or `rediss://` URL names it. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  /** The scheme was `rediss`. */
  readonly tls: boolean;
}

const redisPort = 6379;
const sentinelPort = 26_379;
const nodesMax = 32;

export type RedisMode = 'single' | 'sentinel' | 'cluster';

/**
 * Reads one URL, or for Sentinel and Cluster several, separated by commas. User, password, database and
 * TLS of the first count for all.
 * @throws {Error} that says what is wrong without repeating the text, which may hold a password
 */
export function parseRedisAddresses(
  text: string,
  mode: RedisMode,
): readonly [RedisAddress, ...RedisAddress[]] {
  const [first, ...others] = text.split(',').map((part) => parseOne(part.trim(), mode));
  if (first === undefined) throw new Error('names no node');
  if (mode === 'single' && others.length > 0)
    throw new Error('names several nodes, but REDIS_MODE is single');
  if (others.length >= nodesMax) throw new Error(`names more than ${nodesMax} nodes`);
  if (others.some((other) => other.tls !== first.tls)) throw new Error('mixes redis:// and rediss://');
  if (mode === 'cluster' && first.database !== 0)
    throw new Error('names a database, but a cluster has only 0');
  return [first, ...others];
}

function parseOne(text: string, mode: RedisMode): RedisAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '') {
    throw new Error('is not a redis:// or rediss:// URL');
  }
  const database = url.pathname.replace(/^\//, '');
  if (!/^\d{0,4}$/.test(database)) throw new Error('has a path that is not the number of a database');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (mode === 'sentinel' ? sentinelPort : redisPort) : Number(url.port),
    username: url.username === '' ? undefined : decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
    database: Number(database),
    tls: url.protocol === 'rediss:',
  };
}
