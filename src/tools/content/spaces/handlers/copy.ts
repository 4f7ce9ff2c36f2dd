import { z } from 'zod';
import { getSpace, type Space } from '../../../../modyo/content/spaces.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { isFail, ok, type Warning } from '../../../../toolkit/result.ts';
import { attributeLosses } from '../../../attribute-losses.ts';
import { kit } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import { copiedType, resumeParameter } from '../../copied-type-shape.ts';
import { createSpaceWithinPlan } from '../../plan-limit.ts';
import { type InSpace, identifiedSpace } from '../../resolvers.ts';
import { spaceName, spaceUid } from '../space-arguments.ts';
import { type ContentsCopy, copyContents, entriesMax } from '../space-contents-copy.ts';
import { newSpace, notCarried, planSpaceCopy, type SentSpaceCopy, spaceCopyRequest } from '../space-copy.ts';
import { space, spaceResource } from '../space-shape.ts';

/** Warnings that are told one by one; how many there are is told in any case. */
const warningsToldMax = 40;

const result = z.enum(['created', 'completed', 'kept', 'incomplete', 'failed']);

export const copyAction = kit.action({
  summary: 'Copy a content space with its types and categories, and its entries if asked for, as a new space',
  dryRunDefault: true,
  input: z.object({
    identifier: identifier('Space'),
    name: spaceName,
    uid: spaceUid,
    include_entries: z
      .boolean()
      .optional()
      .describe(`Also copy entries in all languages, as drafts, at most ${entriesMax} a call`),
    resume: resumeParameter,
  }),
  data: z.object({
    space,
    space_created: z.boolean(),
    mapping: z.object({
      space: z.object({ from: z.number(), to: z.number() }),
      types: z.array(copiedType),
      categories: z.array(
        z.object({
          from: z.number(),
          to: z.number().optional(),
          path: z.string(),
          result,
          code: z.string().optional(),
        }),
      ),
      entries: z.array(
        z.object({
          from: z.string(),
          to: z.string().optional(),
          name: z.string().optional(),
          result,
          code: z.string().optional(),
        }),
      ),
    }),
    entries_left: z.number(),
    warnings_total: z.number(),
    not_carried: z.array(z.string()),
  }),
  resolve: [identifiedSpace],
  operations: [
    'listSpaces',
    'getSpace',
    'createSpace',
    'listTypes',
    'getType',
    'createType',
    'updateType',
    'listCategories',
    'createCategory',
    'listEntries',
    'getEntry',
    'createEntry',
    'updateEntry',
  ],
  notes: [
    'mapping leads from each source to its copy: types and categories by id, entries by uuid. Links between types and between entries are rebuilt.',
    'A copy that fails midway, or has entries_left, answers what was made; resume: true goes on. Plan first: dry_run is true unless it is sent.',
  ],
  invalidates: ['content-spaces.*', 'content-types.*', 'content-entries.*'],
  plan: planSpaceCopy,
  async run(input, ctx) {
    const place = { kind: 'content-space', scope: [], key: input.uid };
    return ctx.singleFlight.alone(place, () => copy(input, ctx));
  },
});

async function copy(sent: SentSpaceCopy, ctx: InSpace) {
  const request = await spaceCopyRequest(sent, ctx);
  if (isFail(request)) return request;
  const { source, target: earlier } = request;
  const asked = newSpace(source, sent);
  const id = earlier?.id ?? (await createSpaceWithinPlan(ctx.modyo, asked));
  await ctx.identifiers.forget({ kind: 'space' });
  const target = await reread(getSpace(ctx.modyo, id), id);
  const contents = await copyContents(ctx, {
    source,
    target,
    isResumed: earlier !== undefined,
    withEntries: sent.include_entries === true,
  });
  const losses = earlier === undefined ? attributeLosses(asked, target) : [];
  const warnings = [...losses.map(ofSpace), ...contents.warnings, ...unread(contents)];
  return ok(
    {
      space: target,
      space_created: earlier === undefined,
      mapping: {
        space: { from: source.id, to: target.id },
        types: [...contents.types.items],
        categories: [...contents.categories.items],
        entries: [...contents.entries.items],
      },
      entries_left: contents.entries.left,
      warnings_total: warnings.length,
      not_carried: notCarried(sent),
    },
    {
      resource: spaceResource(target),
      state: {
        status: isWhole(contents) ? (isKept(contents, earlier) ? 'unchanged' : 'done') : 'partial',
        warnings: warnings.slice(0, warningsToldMax),
      },
    },
  );
}

function ofSpace(warning: Warning): Warning {
  return { ...warning, path: `space.${warning.path}` };
}

/** A list that was not read to its end is a copy that lacks what was not read. */
function unread({ complete }: ContentsCopy): readonly Warning[] {
  const message = 'The source holds more than is read for a copy, so some of it is missing.';
  return complete ? [] : [{ code: 'SOURCE_NOT_READ_WHOLE', path: 'mapping', message }];
}

/** Whether an earlier copy had made everything already. */
function isKept({ types, categories, entries }: ContentsCopy, earlier: Space | undefined): boolean {
  const items = [...types.items, ...categories.items, ...entries.items];
  return earlier !== undefined && items.every((item) => item.result === 'kept');
}

function isWhole({ types, categories, entries, complete }: ContentsCopy): boolean {
  const items = [...types.items, ...categories.items, ...entries.items];
  const isGood = items.every((item) => item.result !== 'failed' && item.result !== 'incomplete');
  return complete && isGood && entries.left === 0;
}
