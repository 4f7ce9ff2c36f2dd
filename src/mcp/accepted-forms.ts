/** Which form of answer an `Accept` header allows. */
export interface AcceptedForms {
  readonly json: boolean;
  readonly sse: boolean;
}

const jsonRanges = new Set(['*/*', 'application/*', 'application/json']);

const everyClientSends: AcceptedForms = { json: true, sse: true };

/**
 * Tolerant on purpose: real clients send nothing, `*\/*`, JSON only or SSE only, although the
 * specification asks them for both. Only a range that names `text/event-stream` allows a stream.
 */
export function acceptedForms(header: string | undefined): AcceptedForms {
  if (header === 'application/json, text/event-stream') return everyClientSends;
  if (header === undefined || header.trim() === '') return { json: true, sse: false };
  const ranges = header.split(',').map((range) => range.split(';')[0]?.trim().toLowerCase() ?? '');
  return {
    json: ranges.some((range) => jsonRanges.has(range)),
    sse: ranges.includes('text/event-stream'),
  };
}
