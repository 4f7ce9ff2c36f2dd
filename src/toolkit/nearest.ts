/** Longer texts are not compared: a hint for them would be a guess. */
const comparedLengthMax = 64;
/** One wrong letter in three is still taken for a slip. */
const lettersPerSlip = 3;

/** The candidate that `text` is most likely a slip of, or `undefined`. */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  if (text.length > comparedLengthMax) return undefined;
  const wanted = plain(text);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(text.length / lettersPerSlip)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, plain(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `perPage`, `per-page` and `per_page` are one word spelled three ways. */
function plain(text: string): string {
  return text.replace(/[\s_-]/g, '').toLowerCase();
}

/** Levenshtein's distance, one row at a time. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 0; i < left.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j += 1) {
      const substitution = (row[j] ?? 0) + (left[i] === right[j] ? 0 : 1);
      next.push(Math.min(substitution, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
