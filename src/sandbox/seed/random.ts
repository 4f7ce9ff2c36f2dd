/** A small deterministic generator (32 bits of state): the same seed gives the same sequence everywhere. */
export interface Random {
  /** A whole number in [0, below). */
  below(limit: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** A UUID of version 4 in form. */
  uuid(): string;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
  const below = (limit: number) => next() % limit;
  return {
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    uuid() {
      const hex = [next(), next(), next(), next()].map((word) => word.toString(16).padStart(8, '0')).join('');
      const variant = '89ab'.charAt(below(4));
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
