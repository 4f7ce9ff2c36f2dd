/** Requests of one call that are under way at once, so that it leaves the account's connections to others. */
const atOnce = 8;

/** The results of a step for each item, in order, a few items at a time. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  step: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    const turn = items.slice(start, start + atOnce);
    results.push(...(await Promise.all(turn.map((item, offset) => step(item, start + offset)))));
  }
  return results;
}
