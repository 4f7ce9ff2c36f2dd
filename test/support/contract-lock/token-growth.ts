import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Contract } from '../../../src/toolkit/contract.ts';
import type { Change } from './change.ts';
import type { TokenCounts } from './lock-file.ts';

/** Share by which a listing may grow before someone has to say that it is worth it. */
const growthMax = 0.1;

/** What each form of the listing costs, over all its tools. */
export function tokensOf(contract: Contract): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const { listed } of Object.values(contract)) {
    for (const [form, entry] of Object.entries(listed)) {
      totals.set(form, (totals.get(form) ?? 0) + countTokens(JSON.stringify(entry)));
    }
  }
  return totals;
}

/** The forms that grew beyond what was agreed, as changes. */
export function tokenGrowth(counts: TokenCounts, totals: ReadonlyMap<string, number>): readonly Change[] {
  return [...totals].flatMap(([form, total]) => {
    const agreed = counts[form]?.agreed;
    if (agreed === undefined || total <= agreed * (1 + growthMax)) return [];
    return [{ path: `tokens.${form}`, old: agreed, new: total, class: 'breaking' as const }];
  });
}

/** The counts that are locked next. A listing that shrank is held to its smaller size. */
export function agreedTokens(
  counts: TokenCounts,
  totals: ReadonlyMap<string, number>,
  { bump }: { readonly bump: boolean },
): TokenCounts {
  return Object.fromEntries(
    [...totals].map(([form, total]) => {
      const agreed = bump ? total : Math.min(counts[form]?.agreed ?? total, total);
      return [form, { now: total, agreed }];
    }),
  );
}
