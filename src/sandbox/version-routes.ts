/** The versions of an element. */
export const versionRoutes = [
  {
    operation: 'versions.list',
    method: 'GET',
    path: '/versions',
    permission: 'read',
    evidence: 'swagger-2023',
    note: 'That `oid` is the uuid and that all languages are in one answer is inferred-medium, and the `type` that is asked for inferred-low.',
  },
  {
    operation: 'versions.diff',
    method: 'GET',
    path: '/versions/diff',
    permission: 'read',
    evidence: 'swagger-2023',
    note: 'The form of the answer is not documented; this one is inferred-low.',
  },
] as const;
