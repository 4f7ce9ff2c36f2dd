import { listEntries } from '../../../modyo/content/entries.ts';
import type { Space } from '../../../modyo/content/spaces.ts';
import { listTypes } from '../../../modyo/content/types.ts';
import { smallestPage } from '../../../modyo/pages.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { localesOf } from '../space-locale.ts';

/** Languages in which published entries are counted; each is one call. */
const localesCountedMax = 20;

/** What a space holds, counted by Modyo now. */
export interface SpaceHoldings {
  readonly types: number;
  /** Logical entries, whatever their languages. */
  readonly entries: number;
  /** Published versions by language, of the first twenty languages. */
  readonly live: readonly { readonly locale: string; readonly entries: number }[];
}

export async function spaceHoldings({ modyo }: ModyoToolContext, space: Space): Promise<SpaceHoldings> {
  const locales = localesOf(space).slice(0, localesCountedMax);
  const [types, entries, live] = await Promise.all([
    listTypes(modyo, space.id, { ...smallestPage, only: ['id', 'name'] }),
    listEntries(modyo, space.id, smallestPage),
    Promise.all(
      locales.map(async (locale) => {
        const published = { ...smallestPage, target_locale: locale, states: ['published'] };
        return { locale, entries: (await listEntries(modyo, space.id, published)).meta.total_entries };
      }),
    ),
  ]);
  return {
    types: types.meta.total_entries,
    entries: entries.meta.total_entries,
    live,
  };
}
