import { integerOf, jsonObjects } from './json-object.ts';
import type { AdminRecord, ReviewRecord, SpaceRecord } from './records.ts';

/** The members whom a space names as its reviewers. */
function chosenReviewers({ settings }: SpaceRecord): readonly number[] {
  return jsonObjects(settings['enforced_reviewers_attributes'])
    .filter((reviewer) => reviewer['_destroy'] !== true)
    .flatMap((reviewer) => integerOf(reviewer['reviewer_id']) ?? []);
}

/** Begins a review by the rules of the space as they are now; changing them later does not touch it. */
export function startReview(space: SpaceRecord): ReviewRecord {
  const { settings } = space;
  const chosen = chosenReviewers(space);
  const isAll = settings['enforce_all_review'] === true;
  const isSome = settings['enforced_review'] === true && chosen.length > 0;
  return {
    approvalsWanted: Math.max(1, integerOf(settings['approvals_quantity']) ?? 1),
    mustApprove: isAll ? 'all' : isSome ? 'some' : 'nobody',
    chosen,
    isLocked: settings['locked_review'] === true && chosen.length > 0,
    approvals: new Set(),
    isRejected: false,
  };
}

/** Whether this member may approve or reject: in a locked review only the chosen may. */
export function isReviewer({ isLocked, chosen }: ReviewRecord, adminId: number): boolean {
  return !isLocked || chosen.includes(adminId);
}

/** Whether enough have approved, and those among them who have to. */
export function isApproved({ approvals, approvalsWanted, chosen, mustApprove }: ReviewRecord): boolean {
  if (approvals.size < approvalsWanted) return false;
  const approving = chosen.filter((adminId) => approvals.has(adminId)).length;
  if (mustApprove === 'all') return approving === chosen.length;
  return mustApprove === 'nobody' || approving > 0;
}

/** Who may be asked for a review: members who can open the application, of the chosen if there are any. */
export function reviewersOf(space: SpaceRecord, admins: Iterable<AdminRecord>): readonly AdminRecord[] {
  const review = startReview(space);
  return [...admins].filter(
    ({ id, isActive, applicationAccess }) =>
      isActive && applicationAccess.includes('content') && isReviewer(review, id),
  );
}
