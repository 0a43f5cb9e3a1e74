// How likely two contacts are one person, from what they share and what speaks against it.
import type { Agreement, Conflict } from '#contract/duplicates.ts';

/** The parts of a contact that are compared: match keys, not the texts themselves. */
export interface Facts {
  id: number;
  name_key: string;
  first_name: string;
  address_key: string;
  phones: string[];
  emails: string[];
  birth_date: string | null;
  medicare_number: string | null;
}

export interface Likeness {
  score: number;
  agrees: Agreement[];
  differs: Conflict[];
}

const weights: Record<Agreement, number> = { medicare_number: 90, phone: 35, email: 35, name: 35, address: 25, birth_date: 20 };
const doubts: Record<Conflict, number> = { medicare_number: 50, birth_date: 35, first_name: 15 };

export function likeness(one: Facts, other: Facts): Likeness {
  const both = <T>(pick: (facts: Facts) => T | null | '') => Boolean(pick(one) && pick(other));
  const same = <T>(pick: (facts: Facts) => T | null | '') => both(pick) && pick(one) === pick(other);
  const shares = (pick: (facts: Facts) => string[]) => pick(one).some((value) => pick(other).includes(value));
  const agreed: Record<Agreement, boolean> = {
    medicare_number: same((facts) => facts.medicare_number),
    phone: shares(({ phones }) => phones),
    email: shares(({ emails }) => emails),
    name: same(({ name_key }) => name_key.trim()),
    address: same(({ address_key }) => address_key),
    birth_date: same(({ birth_date }) => birth_date),
  };
  const differ = (pick: (facts: Facts) => string | null) => both(pick) && !same(pick);
  const doubted: Record<Conflict, boolean> = {
    medicare_number: differ(({ medicare_number }) => medicare_number),
    birth_date: differ(({ birth_date }) => birth_date),
    first_name: !agreed.name && differ(({ first_name }) => first_name),
  };
  const agrees = named(agreed);
  const differs = named(doubted);
  const score = sum(agrees.map((each) => weights[each])) - sum(differs.map((each) => doubts[each]));
  return { score: Math.min(Math.max(score, 1), 100), agrees, differs };
}

/** Whether a job may merge them without asking: no two differ in birth date or Medicare number. */
export const isSafe = (first: Facts, others: Facts[]): boolean =>
  [first, ...others].every((one, index, all) =>
    all.slice(index + 1).every((other) => {
      const { differs } = likeness(one, other);
      return !differs.includes('birth_date') && !differs.includes('medicare_number');
    }),
  );

const named = <Name extends string>(flags: Record<Name, boolean>) => (Object.keys(flags) as Name[]).filter((name) => flags[name]);
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
