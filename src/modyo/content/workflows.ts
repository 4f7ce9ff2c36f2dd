import { z } from 'zod';
import { answerOf, element, optional } from '../answer-shape.ts';
import type { ModyoClient } from '../client.ts';

const flag = optional(z.boolean());

/** Where one version stands in its review. */
const workflow = element({
  id: z.number(),
  current_state: optional(z.string()),
  approved: flag,
  awaiting_review: flag,
  awaiting_approval: flag,
  draft: flag,
  rejected: optional(z.union([z.boolean(), z.string()])),
});

export type Workflow = z.output<typeof workflow>;

const reviewers = z.object({
  reviewers: z.array(element({ id: z.number(), name: optional(z.string()) })),
  default_id: optional(z.number()),
});

export type Reviewers = z.output<typeof reviewers>;

export function getWorkflow(modyo: ModyoClient, workflowId: number): Promise<Workflow> {
  return answerOf(modyo, 'getWorkflow', workflow, { path: { id: workflowId } });
}

/** @param type the name of the class: `Content::Entry` */
export function getElementWorkflow(modyo: ModyoClient, elementId: number, type: string): Promise<Workflow> {
  const query = { element_id: elementId, element_type: type };
  return answerOf(modyo, 'getElementWorkflow', workflow, { query });
}

/** Who may be asked to review it, and who is proposed first. */
export function listReviewers(modyo: ModyoClient, workflowId: number): Promise<Reviewers> {
  return answerOf(modyo, 'listWorkflowReviewers', reviewers, { path: { id: workflowId } });
}
