import type { Contract } from '../../../src/toolkit/contract.ts';
import type { Change } from './change.ts';
import { bySeverity, contractChanges } from './contract-changes.ts';
import { type Lock, lockPath, parseLock, renderLock } from './lock-file.ts';
import { agreedTokens, tokenGrowth, tokensOf } from './token-growth.ts';

/** Nothing was agreed yet. */
const emptyLock: Lock = { tokens: {}, tools: {} };

/** Everything in which the built contract differs from the locked one, the worst first. */
export function reviewContract(lockText: string, built: Contract): readonly Change[] {
  const locked = lockText === '' ? emptyLock : parseLock(lockText);
  const changes = bySeverity([
    ...contractChanges(locked.tools, built),
    ...tokenGrowth(locked.tokens, tokensOf(built)),
  ]);
  const isSame = changes.length === 0 && lockText === acceptedLock(lockText, built).text;
  if (isSame || changes.length > 0) return changes;
  // The counts or the layout of the file, after another version of what makes them.
  return [{ path: lockPath, old: 'another text', new: 'the same contract', class: 'text' }];
}

/**
 * The lock that agrees with the built contract.
 * @returns `refused` names the listings that grew too much, unless that is said to be worth it
 */
export function acceptedLock(
  lockText: string,
  built: Contract,
  { bump = false }: { readonly bump?: boolean } = {},
): { readonly text: string; readonly refused: readonly Change[] } {
  const { tokens } = lockText === '' ? emptyLock : parseLock(lockText);
  const totals = tokensOf(built);
  return {
    text: renderLock({ tokens: agreedTokens(tokens, totals, { bump }), tools: built }),
    refused: bump ? [] : tokenGrowth(tokens, totals),
  };
}
