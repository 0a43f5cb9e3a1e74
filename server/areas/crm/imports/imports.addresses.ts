// A contact has one address, a file may hold several: whole ones of one group are taken, never the street of one and the city of another.

import type { AddressPart } from './imports.headings.ts';
import type { Column } from './imports.suits.ts';

interface Place extends Column {
  part: AddressPart;
  group: string;
  rank: number;
}

/** The columns for each part of the fullest address, the likeliest first. */
export function oneAddress(columns: Column[]): Map<AddressPart, Column[]> {
  const places = withNeighbours(
    columns.flatMap((column): Place[] => {
      const { meaning } = column;
      return meaning?.is === 'place' ? [{ ...column, part: meaning.part, group: meaning.group, rank: meaning.rank }] : [];
    }),
  );
  const groups = [...Map.groupBy(places, ({ group }) => group)].toSorted(([a, ofA], [b, ofB]) => {
    return filled(ofB) - filled(ofA) || parts(ofB) - parts(ofA) || likelihood(a) - likelihood(b);
  });
  const chosen = new Map<AddressPart, Column[]>();
  // Parts that the fullest address lacks come from no group, else from a group without city, state and zip.
  const [best, ...others] = groups;
  const fitting = others.filter(([group, ofGroup]) => group === '' || !ofGroup.some(({ part }) => isWhere(part)));
  for (const [, ofGroup] of [...(best ? [best] : []), ...fitting.toSorted(([a], [b]) => Number(b === '') - Number(a === ''))]) {
    for (const [part, candidates] of Map.groupBy(ofGroup, ({ part }) => part)) {
      if (part === 'address_2' && chosen.has('address') && !best?.[1].includes(candidates[0] as Place)) continue;
      if (!chosen.has(part))
        chosen.set(
          part,
          candidates.toSorted((a, b) => a.rank - b.rank),
        );
    }
  }
  // A region that stands alone is some program's guess of where somebody was.
  if (!chosen.has('city') && !chosen.has('zip_code')) {
    chosen.set('state', chosen.get('state')?.filter(({ meaning }) => meaning?.rank === 0) ?? []);
  }
  return chosen;
}

const filled = (group: Place[]) => parts(group.filter(({ values }) => values.length > 0));
const parts = (group: Place[]) => new Set(group.map(({ part }) => part)).size;
const isWhere = (part: AddressPart) => part === 'city' || part === 'state' || part === 'zip_code';

const likely = ['', 'home', 'mailing', '1', 'physical', 'property'];
const likelihood = (group: string) => (likely.includes(group) ? likely.indexOf(group) : likely.length);

/** `Mailing Address, City, State, Zip`: what follows without a name of its own belongs to what stands before it. */
function withNeighbours(places: Place[]): Place[] {
  const isNamed = new Set(places.map(({ group, part }) => `${group} ${part}`));
  let before: Place | undefined;
  return places.map((place) => {
    const isNext = before && before.group !== '' && place.column === before.column + 1;
    const follows = isNext && place.group === '' && place.part !== 'address' && !isNamed.has(`${before?.group} ${place.part}`);
    before = follows ? { ...place, group: before?.group ?? '' } : place;
    return before;
  });
}
