import { z } from 'zod';
import { foundOrNothing } from '../../../../modyo/absence.ts';
import {
  getElementWorkflow,
  getWorkflow,
  listReviewers,
  type Workflow,
} from '../../../../modyo/content/workflows.ts';
import { foreign } from '../../../../toolkit/foreign.ts';
import { ok, type Warning } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { entryParameter, localeParameter, spaceParameter, typeParameter } from '../entry-arguments.ts';
import { versionedEntry } from '../entry-comparison.ts';
import { reviewPage } from '../entry-review.ts';
import { entryResource } from '../entry-shape.ts';
import { missingVersion, type VersionContext, versionSteps } from '../entry-version.ts';

const noWorkflow: Warning = {
  code: 'NO_WORKFLOW',
  path: 'data.review',
  message: 'The platform shows no workflow of this version: only what the entry itself says is answered.',
};

const rules = foreign({
  team_review: z.boolean().nullish(),
  approvals_quantity: z.number().nullish(),
  locked_review: z.boolean().nullish(),
  enforced_review: z.boolean().nullish(),
  enforce_all_review: z.boolean().nullish(),
});

export const reviewAction = kit.query({
  summary: 'Read where an entry stands in its review, by which rules, and who may review it',
  input: z.object({
    space: spaceParameter,
    identifier: entryParameter,
    type: typeParameter.optional(),
    locale: localeParameter,
  }),
  data: z.object({
    review: z.object({
      enabled: z.boolean(),
      workflow_id: z.number().optional(),
      workflow_state: z.string().optional(),
      approved: z.boolean().optional(),
      awaiting_review: z.boolean().optional(),
      awaiting_approval: z.boolean().optional(),
      rejected: z.boolean().optional(),
      page: z.string(),
    }),
    rules: rules.optional(),
    reviewers: z.array(z.object({ reviewer_id: z.number(), name: z.string().optional() })),
    default_reviewer_id: z.number().optional(),
  }),
  resolve: versionSteps,
  operations: [
    'listSpaces',
    'getSpace',
    'listEntries',
    'getEntry',
    'getWorkflow',
    'getElementWorkflow',
    'listWorkflowReviewers',
  ],
  notes: [
    'review reads only: its steps are made in the console, at review.page.',
    'Where an entry does not name its workflow, the class by which it is asked for is a guess (inferred-low).',
  ],
  async run(input, ctx) {
    const { version } = ctx.found;
    if (version === undefined) return missingVersion(ctx);
    const workflow = await workflowOf(ctx);
    const people = workflow && (await foundOrNothing(listReviewers(ctx.modyo, workflow.id)));
    const applied = rules.safeParse(version.workflow?.['application']);
    const review = {
      enabled: version.review_enabled === true,
      workflow_state: workflow?.current_state ?? version.workflow?.current_state,
      page: await reviewPage(input, ctx),
      ...(workflow && standing(workflow)),
    };
    return ok(
      {
        review,
        ...(applied.success && { rules: applied.data }),
        reviewers: (people?.reviewers ?? []).map(({ id, name }) => ({
          reviewer_id: id,
          ...(name !== undefined && { name }),
        })),
        ...(people?.default_id !== undefined && { default_reviewer_id: people.default_id }),
      },
      { resource: entryResource(version), state: { warnings: workflow === undefined ? [noWorkflow] : [] } },
    );
  },
});

/** The workflow that the entry names, or the one that the platform has for it. */
async function workflowOf({ modyo, found: { version } }: VersionContext): Promise<Workflow | undefined> {
  if (version === undefined) return undefined;
  const named = version.workflow?.id;
  if (named !== undefined) return foundOrNothing(getWorkflow(modyo, named));
  return foundOrNothing(getElementWorkflow(modyo, version.id, versionedEntry(version).type));
}

function standing({ id, approved, awaiting_review, awaiting_approval, rejected }: Workflow) {
  return {
    workflow_id: id,
    ...(approved !== undefined && { approved }),
    ...(awaiting_review !== undefined && { awaiting_review }),
    ...(awaiting_approval !== undefined && { awaiting_approval }),
    ...(rejected !== undefined && { rejected: String(rejected) === 'true' }),
  };
}
