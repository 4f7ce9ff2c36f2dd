import type { Principal } from '../auth/principal.ts';
import type { Caller } from '../tenant/caller.ts';

/** Whose streams are too many: of the account, of the access token, or of all. */
export type StreamLimit = 'tenant' | 'token' | 'replica';

export type StreamPlace =
  /** Gives the place back; again, it does nothing. */
  { readonly free: () => void } | { readonly free: undefined; readonly limit: StreamLimit };

/** Who may hold how many open streams on this replica. */
export interface StreamPlaces {
  take(caller: Caller): StreamPlace;
}

const placesMax: Readonly<Record<StreamLimit, number>> = { tenant: 5, token: 2, replica: 1000 };

export function createStreamPlaces(): StreamPlaces {
  // A holder is here only while it has a stream, so the map is as bounded as the streams are.
  const held = new Map<string, number>();

  function change(holder: string, by: number): void {
    const count = (held.get(holder) ?? 0) + by;
    if (count > 0) held.set(holder, count);
    else held.delete(holder);
  }

  return {
    take({ tenant, principal }) {
      const holders = {
        tenant: `tenant ${tenant.key}`,
        token: `token ${tokenOf(principal)}`,
        replica: 'replica',
      } satisfies Record<StreamLimit, string>;
      for (const limit of ['tenant', 'token', 'replica'] as const) {
        if ((held.get(holders[limit]) ?? 0) >= placesMax[limit]) return { free: undefined, limit };
      }
      for (const holder of Object.values(holders)) change(holder, 1);
      let isHeld = true;
      return {
        free() {
          if (!isHeld) return;
          isHeld = false;
          for (const holder of Object.values(holders)) change(holder, -1);
        },
      };
    },
  };
}

/** An id of a token is unique only per issuer. */
function tokenOf({ issuer, tokenId, tokenDigest, subject }: Principal): string {
  return JSON.stringify([issuer, tokenId ?? tokenDigest ?? subject]);
}
