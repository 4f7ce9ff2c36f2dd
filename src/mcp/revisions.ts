/** The one self-describing revision that we serve. */
export const modernRevision = '2026-07-28';

/** The revisions with a handshake, newest first: the first one answers a request for a revision we do not have. */
const legacyRevisions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** The only revision that has batches. */
export const batchRevision = '2025-03-26';

export const supportedRevisions: readonly string[] = [modernRevision, ...legacyRevisions];

/** What `server/discover` lists, and hence what an unsupported revision is answered with in that era. */
export const discoverableRevisions: readonly string[] = [modernRevision];

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a header names the self-describing era, in a revision that we have or a later one. */
export function namesModernEra(revision: string): boolean {
  return datePattern.test(revision) && revision >= modernRevision;
}

export function isLegacyRevision(revision: string): boolean {
  return legacyRevisions.some((known) => known === revision);
}
