import type { Json } from '../errors/app-error.ts';
import type { JsonObject } from './json-object.ts';

/**
 * What goes wrong.
 * - `delay`: the right answer, `delayMs` later
 * - `answer`: this status, headers and body instead; nothing is done
 * - `html`: a page as a proxy in front of the platform would answer it (default status 403)
 * - `oversized`: a JSON answer of `bytes` bytes
 * - `close-mid-body`: the request is carried out, half of the answer is sent, the connection drops
 * - `reset`: the connection drops before any byte of an answer; the request is carried out if `isApplied`
 * - `hang`: nothing is done and nothing is answered
 * - `alter-body`: the request is carried out with a changed body, so that what is stored is not what was asked
 */
export type FaultEffect =
  | { readonly kind: 'delay'; readonly delayMs: number }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: Json | undefined;
      readonly headers?: { readonly [name: string]: string };
    }
  | { readonly kind: 'html'; readonly status?: number }
  | { readonly kind: 'oversized'; readonly bytes: number }
  | { readonly kind: 'close-mid-body' }
  | { readonly kind: 'reset'; readonly isApplied?: boolean }
  | { readonly kind: 'hang' }
  | { readonly kind: 'alter-body'; readonly change: (body: JsonObject) => JsonObject };

interface Fault {
  /** All requests, if left out. `path` is compared with the path below `/api/admin`, query included. */
  readonly match?: {
    readonly method?: string;
    readonly path?: string | RegExp;
    readonly host?: string;
  };
  /** How many matching requests it strikes; without it, all of them until it is removed. */
  readonly times?: number;
  readonly effect: FaultEffect;
}

export interface Faults {
  /** @returns removes the fault again */
  inject(fault: Fault): () => void;
  clear(): void;
}

export interface FaultTarget {
  readonly method: string;
  readonly path: string;
  readonly host: string;
}

function isHit({ match }: Fault, target: FaultTarget): boolean {
  if (match?.method !== undefined && match.method !== target.method) return false;
  if (match?.host !== undefined && match.host !== target.host) return false;
  if (match?.path === undefined) return true;
  return typeof match.path === 'string' ? target.path.includes(match.path) : match.path.test(target.path);
}

/** The fault injected last strikes first; one request is struck by one fault. */
export function createFaults(): Faults & { strike(target: FaultTarget): FaultEffect | undefined } {
  let active: { readonly fault: Fault; left: number }[] = [];
  return {
    inject(fault) {
      const entry = { fault, left: fault.times ?? Number.POSITIVE_INFINITY };
      active = [entry, ...active];
      return () => {
        active = active.filter((other) => other !== entry);
      };
    },
    clear() {
      active = [];
    },
    strike(target) {
      if (active.length === 0) return undefined;
      const hit = active.find(({ fault, left }) => left > 0 && isHit(fault, target));
      if (hit === undefined) return undefined;
      hit.left -= 1;
      return hit.fault.effect;
    },
  };
}
