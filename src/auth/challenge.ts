import { type Scope, scopes } from './scopes.ts';

/** The values of `WWW-Authenticate` that this service sends. */
export interface Challenges {
  /** No credentials came: names where to get some and, as RFC 6750 section 3 asks, no error. */
  missing(): string;
  /** The credentials are refused. `description` must be a safe text of ours. */
  invalidToken(description: string): string;
  /** The token is good but may not do this; names every scope that the operation takes. */
  insufficientScope(needed: readonly Scope[]): string;
}

/** @param metadataUrl absolute URL of the protected-resource metadata, from the configuration */
export function createChallenges(metadataUrl: string): Challenges {
  const metadata = `resource_metadata=${quoted(metadataUrl)}`;
  const leastScope = `scope=${quoted(scopes[0])}`;
  return {
    missing: () => `Bearer ${metadata}, ${leastScope}`,
    invalidToken: (description) =>
      `Bearer ${metadata}, ${leastScope}, error="invalid_token", error_description=${quoted(description)}`,
    insufficientScope: (needed) =>
      `Bearer error="insufficient_scope", scope=${quoted(scopesUpTo(needed).join(' '))}, ${metadata}`,
  };
}

function scopesUpTo(needed: readonly Scope[]): readonly Scope[] {
  const rank = Math.max(0, ...needed.map((scope) => scopes.indexOf(scope)));
  return scopes.slice(0, rank + 1);
}

function quoted(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
}
