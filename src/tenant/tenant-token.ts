import type { SealRing } from '../auth/sealing.ts';

/** Seals a Modyo API token for one host; the host must be normalised. */
export function sealTenantToken(ring: SealRing, token: string, host: string): Promise<string> {
  return ring.seal(token, { type: 'modyo-token', context: host });
}

/** @throws {AppError} `UNAUTHORIZED` when it was sealed for another host or by another ring */
export function openTenantToken(ring: SealRing, sealed: string, host: string): Promise<string> {
  return ring.open(sealed, { type: 'modyo-token', context: host });
}
