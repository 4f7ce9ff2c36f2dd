import { z } from 'zod';
import { diffVersions } from '../../../../modyo/content/versions.ts';
import { isFail, ok, type Warning } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { fieldDefinitions } from '../../field-definitions.ts';
import { entryParameter, localeParameter, spaceParameter, typeParameter } from '../entry-arguments.ts';
import {
  comparedVersion,
  differences,
  listedVersion,
  sideKinds,
  versionedEntry,
  versionsOfEntry,
} from '../entry-comparison.ts';
import { entryResource } from '../entry-shape.ts';
import { missingVersion, versionSteps } from '../entry-version.ts';

const unreadable: Warning = {
  code: 'CONTENT_NOT_READ',
  path: 'data.differences',
  message:
    'The platform lists the version and does not show what it holds; platform_diff is its own comparison.',
};

/** What of the answer rests on what. */
const evidence = {
  versions: 'swagger-2023',
  contents: 'inferred-medium',
  platform_diff: 'swagger-2023',
} as const;

const versionId = z.int().min(1).optional();

const input = z
  .object({
    space: spaceParameter,
    identifier: entryParameter,
    type: typeParameter.optional(),
    locale: localeParameter,
    from: z.enum(sideKinds).optional().describe('Version before, default the published one, e.g. "current"'),
    from_id: versionId.describe('Version before by its id, instead of from, e.g. 91200001'),
    to: z.enum(sideKinds).optional().describe('Version after, default the edited one, e.g. "editable"'),
    to_id: versionId.describe('Version after by its id, instead of to, e.g. 91200002'),
  })
  .refine(({ from, from_id: id }) => from === undefined || id === undefined, {
    path: ['from_id'],
    message: 'Send either from or from_id',
  })
  .refine(({ to, to_id: id }) => to === undefined || id === undefined, {
    path: ['to_id'],
    message: 'Send either to or to_id',
  });

export const compareAction = kit.query({
  summary:
    'Compare two versions of an entry in one language, by default what is published and what is edited',
  input,
  data: z.object({
    versions: z.array(listedVersion),
    version_from: listedVersion,
    version_to: listedVersion,
    differences: z.array(
      z.object({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }),
    ),
    compared_by: z.enum(['reading', 'platform']),
    platform_diff: z.unknown().optional(),
    evidence: z.object({
      versions: z.string(),
      contents: z.string(),
      platform_diff: z.string(),
    }),
  }),
  resolve: versionSteps,
  operations: [
    'listSpaces',
    'getSpace',
    'getType',
    'listEntries',
    'getEntry',
    'listVersions',
    'diffVersions',
  ],
  notes: [
    'compare: the class by which versions are asked for is a guess (inferred-low), and reading one by its id is inferred.',
  ],
  async run({ from = 'current', from_id: fromId, to = 'editable', to_id: toId }, ctx) {
    const { version: editable } = ctx.found;
    if (editable === undefined) return missingVersion(ctx);
    const listed = await versionsOfEntry(ctx);
    if (isFail(listed)) return listed;
    const versions = [...listed];
    const before = await comparedVersion(
      { kind: from, id: fromId, parameter: fromId === undefined ? 'from' : 'from_id' },
      versions,
      editable,
      ctx,
    );
    if (isFail(before)) return before;
    const after = await comparedVersion(
      { kind: to, id: toId, parameter: toId === undefined ? 'to' : 'to_id' },
      versions,
      editable,
      ctx,
    );
    if (isFail(after)) return after;
    const facts = { versions, version_from: before.row, version_to: after.row, evidence };
    const resource = entryResource(editable);
    if (before.content === undefined || after.content === undefined) {
      const diff = await diffVersions(ctx.modyo, versionedEntry(editable));
      return ok(
        { ...facts, differences: [], compared_by: 'platform' as const, platform_diff: diff },
        { resource, state: { warnings: [unreadable] } },
      );
    }
    const definitions = await fieldDefinitions(ctx, editable.content_type_id);
    const found = differences(before.content, after.content, definitions);
    return ok({ ...facts, differences: [...found], compared_by: 'reading' as const }, { resource });
  },
});
