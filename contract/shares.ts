// Deals contacts out to people in turns. A person with 2 shares gets twice as many as a person with 1.

/** The order of turns, as places in `shares`; after the last turn it starts again. `[2, 1]` gives `[0, 1, 0]`. */
export function turnsOf(shares: readonly number[]): number[] {
  const divisor = shares.reduce(greatestDivisor, 0);
  const weights = shares.map((share) => share / divisor);
  const length = weights.reduce((sum, weight) => sum + weight, 0);
  const owed = weights.map(() => 0);
  return Array.from({ length }, () => {
    weights.forEach((weight, place) => {
      owed[place] = (owed[place] ?? 0) + weight;
    });
    const next = owed.indexOf(Math.max(...owed));
    owed[next] = (owed[next] ?? 0) - length;
    return next;
  });
}

/** How many of `total` each gets. */
export function countsOf(shares: readonly number[], total: number): number[] {
  const turns = turnsOf(shares);
  const rest = turns.slice(0, total % turns.length);
  const rounds = Math.floor(total / turns.length);
  const within = (list: readonly number[], place: number) => list.filter((turn) => turn === place).length;
  return shares.map((_, place) => rounds * within(turns, place) + within(rest, place));
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));
