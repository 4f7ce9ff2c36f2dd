const workflow = '/workflows/{id}';
const unknownPath =
  'The steps exist in the panel and in the activity log; their paths are not documented anywhere.';

/**
 * The review of elements, for spaces with `team_review`. The readings are of the catalogue; the steps are
 * guesses, here so that a review can be played through, and nothing of the service calls them.
 */
export const workflowRoutes = [
  {
    operation: 'workflows.byElements',
    method: 'GET',
    path: '/workflows/by_elements',
    permission: 'read',
    evidence: 'swagger-2023',
  },
  {
    operation: 'workflows.get',
    method: 'GET',
    path: workflow,
    permission: 'read',
    evidence: 'swagger-2023',
  },
  {
    operation: 'workflows.reviewers',
    method: 'GET',
    path: `${workflow}/reviewers`,
    permission: 'read',
    evidence: 'swagger-2023',
  },
  {
    operation: 'workflows.sendToReview',
    method: 'POST',
    path: `${workflow}/send_to_review`,
    permission: 'write',
    evidence: 'inferred-low',
    note: unknownPath,
  },
  {
    operation: 'workflows.approve',
    method: 'POST',
    path: `${workflow}/approve`,
    permission: 'write',
    evidence: 'inferred-low',
    note: unknownPath,
  },
  {
    operation: 'workflows.reject',
    method: 'POST',
    path: `${workflow}/reject`,
    permission: 'write',
    evidence: 'inferred-low',
    note: unknownPath,
  },
] as const;
