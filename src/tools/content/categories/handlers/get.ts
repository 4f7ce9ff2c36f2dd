import { z } from 'zod';
import { identifier } from '../../../../toolkit/identifier.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { identifiedCategory, spaceOfCall } from '../../resolvers.ts';
import { categoryParameter } from '../category-arguments.ts';
import { entriesIn, findCategory, incompleteTree } from '../category-change.ts';
import { categoryData, categoryResource, categoryView } from '../category-shape.ts';

export const getAction = kit.query({
  summary: 'Get one category with its path, what lies below it and how many entries it holds',
  input: z.object({ space: identifier('Space'), identifier: categoryParameter }),
  data: z.object({ ...categoryData, entries_count: z.number() }),
  resolve: [spaceOfCall, identifiedCategory],
  operations: ['listSpaces', 'listCategories', 'getCategory', 'listEntries'],
  notes: ['entries_count includes the categories below.'],
  async run(_input, ctx) {
    const { before: stored, tree } = await findCategory(ctx);
    const entries = await entriesIn(ctx, stored.id);
    return ok(
      { ...categoryView(stored, tree), entries_count: entries },
      { resource: categoryResource(stored), state: { warnings: incompleteTree(tree) } },
    );
  },
});
