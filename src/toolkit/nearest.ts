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
    const other = plain(candidate);
    // Each letter more or less is a slip of its own.
    if (Math.abs(other.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, other);
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

/** Levenshtein's distance, one row at a time; two letters that changed places are one slip. */
function editDistance(left: string, right: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 0; i < left.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j += 1) {
      const substitution = (row[j] ?? 0) + (left[i] === right[j] ? 0 : 1);
      const isSwapped = i > 0 && j > 0 && left[i] === right[j - 1] && left[i - 1] === right[j];
      const swap = isSwapped ? (before[j - 1] ?? 0) + 1 : substitution;
      next.push(Math.min(substitution, swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[right.length] ?? 0;
}
