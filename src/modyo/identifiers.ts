import type { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import type { Logger } from '../infrastructure/logger.ts';
import type { StoreKey } from '../infrastructure/shared-store.ts';
import { tenantKey } from '../infrastructure/store-key.ts';
import type { ModyoClient } from './client.ts';
import { type IdentifierQuery, type IdentifierScope, identifierKind } from './identifier-kinds.ts';
import { createListingMemory } from './identifier-listing.ts';
import { lookUpIdentifier } from './identifier-lookup.ts';
import {
  createIdentifierMemory,
  type Identified,
  type IdentifierMemoryOptions,
} from './identifier-memory.ts';
import { createRenewingClient } from './renewing-client.ts';

/** Lookups of one caller, remembered for those who see the same account with the same credential. */
export interface Identifiers {
  /**
   * A number is an id. A text is a uid, slug, path or uuid, else a name; one of digits may be an id too.
   * @throws {AppError} `NOT_FOUND` with near names, `AMBIGUOUS` with candidates, or as {@link ModyoClient.call}
   */
  resolve(query: IdentifierQuery): Promise<Identified>;
  /** As {@link resolve}, past everything remembered: for what cannot be undone. */
  resolveAnew(query: IdentifierQuery): Promise<Identified>;
  /**
   * What was read of a scope as a whole, kept as long as what was looked up in it and forgotten with it. Of
   * several readings of one scope, each has a `purpose` of its own.
   * @throws whatever `read` throws
   */
  listing<Value>(
    scope: IdentifierScope,
    purpose: string,
    schema: z.ZodType<Value>,
    read: () => Promise<Value>,
  ): Promise<Value>;
  /** To be called after a write of ours that creates, renames or deletes in this scope. Never throws. */
  forget(scope: IdentifierScope): Promise<void>;
}

interface IdentifierBinding {
  /** `Tenant.key`. */
  readonly tenantKey: string;
  readonly credentialFingerprint: string;
  readonly modyo: ModyoClient;
  readonly log: Logger;
}

export interface BoundIdentifiers {
  readonly identifiers: Identifiers;
  /**
   * The same client; a remembered id that answers 404, or whose element no longer bears the text that it
   * was remembered for, is looked up again, once, and the call repeated.
   */
  readonly modyo: ModyoClient;
}

export interface IdentifierDirectory {
  bind(binding: IdentifierBinding): BoundIdentifiers;
}

/** A lookup, and whether its answer was remembered rather than read from Modyo just now. */
interface Found {
  readonly element: Identified;
  readonly isRemembered: boolean;
}

/** In place of a fingerprint, for what does not depend on who sees it. */
const anyCredential = '0'.repeat(32);

export function createIdentifierDirectory(options: IdentifierMemoryOptions): IdentifierDirectory {
  const memory = createIdentifierMemory(options);
  const listings = createListingMemory(options);
  const flights = new Map<StoreKey, Promise<Found>>();

  /** Those who ask for the same thing at the same time wait for one answer; one who left does not take it along. */
  async function shared(key: StoreKey, find: () => Promise<Found>): Promise<Found> {
    const flying = flights.get(key);
    if (flying === undefined) {
      const flight = find().finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    }
    try {
      return await flying;
    } catch (error) {
      if (error instanceof AppError && error.details?.['reason'] === 'aborted') return find();
      throw error;
    }
  }

  function bind(binding: IdentifierBinding): BoundIdentifiers {
    const { modyo, log } = binding;

    async function lookUp(query: IdentifierQuery, text: string): Promise<Identified> {
      const { id, name, uid, uuid } = await lookUpIdentifier(modyo, identifierKind(query), text);
      return { id, name, uid, uuid };
    }

    async function find(query: IdentifierQuery, isFresh: boolean): Promise<Found> {
      const text = query.identifier;
      if (typeof text === 'number') return { element: { id: text }, isRemembered: false };
      const generation = await memory.generation(generationKey(binding, query), log);
      const key = elementKey(binding, query, text, generation.name);
      const findAnew = async (): Promise<Found> => {
        const stored = isFresh ? undefined : await memory.recall(key, generation, log);
        if (stored !== undefined) return { element: stored, isRemembered: true };
        const element = await lookUp(query, text);
        await memory.remember(key, element, generation, log);
        return { element, isRemembered: false };
      };
      if (isFresh) return findAnew();
      const local = memory.recallHere(key);
      return local === undefined ? shared(key, findAnew) : { element: local, isRemembered: true };
    }

    const renewing = createRenewingClient(modyo, async (query) => (await find(query, true)).element.id);
    return {
      modyo: renewing.client,
      identifiers: {
        async resolve(query) {
          const { element, isRemembered } = await find(query, false);
          if (isRemembered) renewing.note(query, element.id);
          return element;
        },
        resolveAnew: async (query) => (await find(query, true)).element,
        async listing(scope, purpose, schema, read) {
          const { name } = await memory.generation(generationKey(binding, scope), log);
          return listings.through(listingKey(binding, scope, purpose, name), schema, read);
        },
        forget: (scope) => memory.startGeneration(generationKey(binding, scope), log),
      },
    };
  }

  return { bind };
}

function generationKey({ tenantKey: tenant, modyo }: IdentifierBinding, scope: IdentifierScope): StoreKey {
  const parts = [modyo.host, scope.kind, 'spaceId' in scope ? String(scope.spaceId) : ''];
  return tenantKey({
    tenantKey: tenant,
    credentialFingerprint: anyCredential,
    kind: 'identifier-generation',
    parts,
  });
}

function listingKey(
  { tenantKey: tenant, credentialFingerprint, modyo }: IdentifierBinding,
  scope: IdentifierScope,
  purpose: string,
  generation: string,
): StoreKey {
  const inside = 'spaceId' in scope ? String(scope.spaceId) : '';
  const parts = [modyo.host, generation, scope.kind, inside, purpose];
  return tenantKey({ tenantKey: tenant, credentialFingerprint, kind: 'identifier-listing', parts });
}

function elementKey(
  { tenantKey: tenant, credentialFingerprint, modyo }: IdentifierBinding,
  scope: IdentifierScope,
  text: string,
  generation: string,
): StoreKey {
  const inside = 'spaceId' in scope ? [String(scope.spaceId)] : [];
  const narrowed =
    scope.kind === 'entry'
      ? [String(scope.typeId ?? ''), scope.locale ?? '']
      : scope.kind === 'role'
        ? [scope.context ?? '']
        : [];
  const parts = [modyo.host, generation, scope.kind, ...inside, ...narrowed, text];
  return tenantKey({ tenantKey: tenant, credentialFingerprint, kind: 'identifier', parts });
}
