/**
 * Bytes of a tool's answer that a client passes on whole, where that is less than any answer may have.
 * By the name under which the client introduces itself, which is how its `User-Agent` begins too. Claude
 * Code takes 25,000 tokens, and puts what is longer than 50,000 characters into a file that the model has
 * to open. A client that is not named here, or that says nothing of itself, is given the common ceiling:
 * no other one is known to have a lower limit that is its own and not its user's.
 */
const ceilings: readonly (readonly [client: string, bytes: number])[] = [['claude-code', 50_000]];

export interface ClientNames {
  /** Of `clientInfo`, where the revision has it in every request. */
  readonly declared: unknown;
  readonly userAgent: string | undefined;
}

/**
 * @returns `undefined` for a client without a ceiling of its own. What a client says of itself decides how
 * much it is sent, and nothing else.
 */
export function clientCeiling({ declared, userAgent }: ClientNames): number | undefined {
  const names = [typeof declared === 'string' ? declared : '', userAgent ?? ''];
  return ceilings.find(([client]) => names.some((name) => isNamed(name, client)))?.[1];
}

/** The client's name, alone or before its version: `claude-code/2.1.76 (cli)`. */
function isNamed(name: string, client: string): boolean {
  if (name.slice(0, client.length).toLowerCase() !== client) return false;
  const next = name.charAt(client.length);
  return next === '' || next === '/' || next === ' ';
}
