/** Names beyond this are not compared: the text has been looked for in all of them already. */
const namesComparedMax = 2000;
const comparedLengthMax = 80;
/** From 0 (nothing in common) to 1 (the same letters in the same neighbourhoods). */
const likenessMin = 0.4;

export interface Named {
  readonly name: string;
  readonly uid?: string | undefined;
}

/** Those whose name or uid is most like `text`, the most alike first. */
export function nearNames<Item extends Named>(
  text: string,
  items: readonly Item[],
  namesMax: number,
): readonly Item[] {
  const wanted = letterPairs(text);
  return items
    .slice(0, namesComparedMax)
    .map((item) => ({
      item,
      likeness: Math.max(
        likeness(wanted, letterPairs(item.name)),
        likeness(wanted, letterPairs(item.uid ?? '')),
      ),
    }))
    .filter((compared) => compared.likeness >= likenessMin)
    .sort((left, right) => right.likeness - left.likeness)
    .slice(0, namesMax)
    .map(({ item }) => item);
}

/** Each two neighbouring letters, without case, accents and punctuation; the ends of the text count as letters. */
function letterPairs(text: string): ReadonlySet<string> {
  const plain = text
    .slice(0, comparedLengthMax)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
  const padded = plain === '' ? '' : `^${plain}$`;
  return new Set(Array.from({ length: Math.max(padded.length - 1, 0) }, (_, at) => padded.slice(at, at + 2)));
}

/** Dice's coefficient. */
function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 || right.size === 0) return 0;
  let sharedCount = 0;
  for (const pair of left) if (right.has(pair)) sharedCount += 1;
  return (2 * sharedCount) / (left.size + right.size);
}
