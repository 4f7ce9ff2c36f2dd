import type { Envelope, WireState } from './envelope.ts';

/** Bytes of one answer: about 20,000 tokens, below what the strictest client accepts. */
export const answerBytesMax = 80 * 1024;

/** Arrays that may be cut in one answer before it is given up. */
const cutsMax = 16;

interface LongArray {
  readonly items: readonly unknown[];
  readonly path: string;
  readonly bytes: number;
}

export interface FittedAnswer {
  readonly envelope: Envelope;
  readonly text: string;
}

/**
 * The answer as text, with trailing items of its largest array left out until it fits.
 * @returns `undefined` if it cannot fit with at least one item in each array
 */
export function fitAnswer(whole: Envelope, bytesMax: number): FittedAnswer | undefined {
  let envelope = whole;
  let text = JSON.stringify(envelope);
  for (let cuts = 0; cuts <= cutsMax; cuts += 1) {
    const excess = Buffer.byteLength(text) - bytesMax;
    if (excess <= 0) return { envelope, text };
    const longest = largestArray(envelope.data, 'data');
    if (longest === undefined) return undefined;
    envelope = withCut(envelope, longest, excess);
    text = JSON.stringify(envelope);
  }
  return undefined;
}

function largestArray(value: unknown, path: string): LongArray | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  let largest: LongArray | undefined;
  if (Array.isArray(value) && value.length > 1) {
    largest = { items: value, path, bytes: Buffer.byteLength(JSON.stringify(value)) };
  }
  for (const [key, child] of Object.entries(value)) {
    const candidate = largestArray(child, `${path}.${key}`);
    if (candidate !== undefined && candidate.bytes > (largest?.bytes ?? 0)) largest = candidate;
  }
  return largest;
}

function withCut(envelope: Envelope, longest: LongArray, excess: number): Envelope {
  const warning = { code: 'ITEMS_LEFT_OUT', path: longest.path };
  const warnings = envelope.state?.warnings ?? [];
  const isWarned = warnings.some(({ code, path }) => code === warning.code && path === warning.path);
  // What the notice itself adds has to fit too.
  const kept = keptItems(longest.items, excess + JSON.stringify(warning).length + noticeBytes);
  const state: WireState = {
    ...envelope.state,
    ...(envelope.state?.returned === longest.items.length && { returned: kept.length }),
    complete: false,
    warnings: isWarned ? warnings : [...warnings, warning],
  };
  return { ...envelope, data: replaced(envelope.data, longest.items, kept) as object, state };
}

/** Bytes of `"state":{"complete":false,"warnings":[]},` around the notice. */
const noticeBytes = 48;

function keptItems(items: readonly unknown[], excess: number): readonly unknown[] {
  let freed = 0;
  let length = items.length;
  while (length > 1 && freed < excess) {
    length -= 1;
    freed += Buffer.byteLength(JSON.stringify(items[length]) ?? 'null') + 1;
  }
  return items.slice(0, length);
}

/** A copy of `value` with one array, found by identity, replaced. */
function replaced(value: unknown, old: readonly unknown[], by: readonly unknown[]): unknown {
  if (value === old) return by;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, old, by));
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, replaced(child, old, by)]));
}
