import type { GateKey } from './gate-key.ts';

/** Where a workflow stands, as the store has it. */
export interface StoredState {
  /** `undefined` where nobody has moved it yet, or not for so long that it was forgotten. */
  readonly state: string | undefined;
  /** Counts the moves; 0 before the first one. */
  readonly version: number;
  /** Milliseconds for which a call still holds it at most; 0 where none does. */
  readonly busyForMs: number;
}

/** The right of one call to move one state. */
export interface HeldLease {
  /** Nobody else's. */
  readonly token: string;
  readonly version: number;
}

export type Acquisition =
  | { readonly kind: 'acquired'; readonly lease: HeldLease }
  | { readonly kind: 'busy'; readonly busyForMs: number }
  /** Somebody has moved it since it was loaded. */
  | { readonly kind: 'moved' };

/**
 * The states of workflows that Modyo does not know, for all replicas. Two twins, memory and Redis, pass one
 * contract suite. Every step is atomic and one round trip. Every method throws `AppError` `UNAVAILABLE`
 * while the store cannot be reached.
 */
export interface GateStore {
  load(key: GateKey): Promise<StoredState>;
  /** The states under the keys, in their order; one round trip for all. */
  loadAll(keys: readonly GateKey[]): Promise<readonly (string | undefined)[]>;
  /** Takes the state for one call if it still has the version; `leaseMs` later it is free whatever happens. */
  acquire(key: GateKey, version: number, leaseMs: number): Promise<Acquisition>;
  /**
   * Moves the state on, counts the version up and ends the lease; the state is forgotten after `ttlMs`.
   * @returns false when the lease has ended: nothing has changed then
   */
  commit(key: GateKey, lease: HeldLease, next: string, ttlMs: number): Promise<boolean>;
  /** Ends the lease and leaves the state; does nothing to a lease of somebody else. */
  release(key: GateKey, lease: HeldLease): Promise<void>;
}
