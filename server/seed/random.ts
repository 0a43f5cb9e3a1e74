// Chance that repeats itself: the same seed draws the same numbers on every machine (mulberry32).

export interface Random {
  /** 0 <= n < 1 */
  next(): number;
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
}

export function seeded(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
  };
}

/** A list in which each item stands as often as its weight, a whole number, says: picking from it is a weighted draw. */
export const weighted = <T>(items: readonly (readonly [item: T, weight: number])[]): T[] =>
  items.flatMap(([item, weight]) => Array<T>(weight).fill(item));
