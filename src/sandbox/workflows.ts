import { type Answer, conflict, notFound, notPermitted, ok } from './answer.ts';
import { idOf, isVisible, type SandboxCall } from './call.ts';
import { settleSchedules } from './entry-schedule.ts';
import type { JsonObject } from './json-object.ts';
import type { EntryRecord, ReviewRecord, SpaceRecord } from './records.ts';
import { isApproved, isReviewer, reviewersOf, startReview } from './review.ts';
import { toTimestampOrNull } from './timestamp.ts';

/** Runs `act` on the entry whose workflow the path names, or answers 404. */
function withWorkflow(call: SandboxCall, act: (entry: EntryRecord, space: SpaceRecord) => Answer): Answer {
  const id = idOf(call.params['id']);
  for (const space of call.data.spaces.values()) {
    if (!isVisible(call.token, space)) continue;
    settleSchedules(space, call.nowMs);
    for (const entry of space.entries.values()) {
      if (entry.workflowId === id) return act(entry, space);
    }
  }
  return notFound;
}

function view(entry: EntryRecord, { data }: SandboxCall): JsonObject {
  const offset = data.account.utcOffsetMinutes;
  const isReviewing = entry.workflowState === 'reviewing';
  const approvals = entry.review?.approvals.size ?? 0;
  return {
    id: entry.workflowId,
    current_state: entry.workflowState,
    approved: entry.workflowState === 'approved',
    awaiting_review: isReviewing && approvals === 0,
    awaiting_approval: isReviewing && approvals > 0,
    draft: entry.workflowState === 'draft',
    schedule: {
      publish: toTimestampOrNull(entry.schedule?.publishAtMs, offset),
      unpublish: toTimestampOrNull(entry.unpublishAtMs, offset),
    },
    rejected: entry.review?.isRejected === true,
  };
}

export function getWorkflow(call: SandboxCall): Answer {
  return withWorkflow(call, (entry) => ok(view(entry, call)));
}

/** The workflow of one language of an entry, by the name of its class and its id. */
export function getElementWorkflow(call: SandboxCall): Answer {
  if (call.query.get('element_type') !== 'Content::Entry') return notFound;
  const id = idOf(call.query.get('element_id') ?? undefined);
  for (const space of call.data.spaces.values()) {
    const entry = isVisible(call.token, space) ? space.entries.get(id) : undefined;
    if (entry !== undefined) return ok(view(entry, call));
  }
  return notFound;
}

export function listReviewers(call: SandboxCall): Answer {
  return withWorkflow(call, (_entry, space) => {
    const reviewers = reviewersOf(space, call.data.admins.values());
    return ok({
      reviewers: reviewers.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })),
      default_id: reviewers[0]?.id ?? null,
    });
  });
}

/** A draft of a space with team review goes to its reviewers; what was said before no longer counts. */
export function sendToReview(call: SandboxCall): Answer {
  return withWorkflow(call, (entry, space) => {
    if (space.settings['team_review'] !== true) return conflict('This space does not review its elements');
    if (entry.workflowState !== 'draft') return conflict('This element cannot be sent to review');
    entry.review = startReview(space);
    entry.workflowState = 'reviewing';
    return ok(view(entry, call));
  });
}

/** One person approves once; the element is approved when the rules of its review are met. */
export function approve(call: SandboxCall): Answer {
  return withReview(call, (entry, review) => {
    review.approvals.add(call.token.adminId);
    if (isApproved(review)) entry.workflowState = 'approved';
  });
}

export function reject(call: SandboxCall): Answer {
  return withReview(call, (entry, review) => {
    review.isRejected = true;
    entry.workflowState = 'draft';
  });
}

function withReview(call: SandboxCall, act: (entry: EntryRecord, review: ReviewRecord) => void): Answer {
  return withWorkflow(call, (entry, space) => {
    if (entry.workflowState !== 'reviewing') return conflict('This element is not in review');
    // What the seed put into review has not been asked about yet.
    entry.review ??= startReview(space);
    if (!isReviewer(entry.review, call.token.adminId)) return notPermitted;
    act(entry, entry.review);
    return ok(view(entry, call));
  });
}
