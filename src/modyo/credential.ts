import { createHash } from 'node:crypto';

/**
 * A Modyo API token that can be used but not read by accident: it lives in a closure, prints as
 * `[redacted]`, and is told apart in cache keys by its fingerprint only.
 */
export interface ModyoCredential {
  /** First 128 bits of the token's SHA-256, hexadecimal. */
  readonly fingerprint: string;
  /** The value of the `Authorization` header that Modyo expects. */
  authorization(): string;
}

export function createModyoCredential(token: string): ModyoCredential {
  return {
    fingerprint: createHash('sha256').update(token).digest('hex').slice(0, 32),
    authorization: () => `Bearer ${token}`,
  };
}
