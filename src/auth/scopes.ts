/** From the smallest to the largest; each contains the ones before it. */
export const scopes = ['modyo:read', 'modyo:write', 'modyo:admin'] as const;

export type Scope = (typeof scopes)[number];

/** Whether a caller who holds `held` may do what needs `needed`. */
export function coversScope(held: readonly Scope[], needed: Scope): boolean {
  const rank = scopes.indexOf(needed);
  return held.some((scope) => scopes.indexOf(scope) >= rank);
}

/** The scopes named in a space-separated claim; unknown words are ignored. */
export function parseScopes(claim: string): readonly Scope[] {
  const words = new Set(claim.split(' '));
  return scopes.filter((scope) => words.has(scope));
}
