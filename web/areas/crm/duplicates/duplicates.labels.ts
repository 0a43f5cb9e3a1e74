// The words of the page of duplicates.
import type { Agreement, Conflict, DuplicateWay } from '#contract/duplicates.ts';

export const wayWords: Record<DuplicateWay, string> = {
  name_address: 'Name and address',
  phone: 'Phone',
  email: 'E-mail',
  name: 'Name alone',
};

export const agreementWords: Record<Agreement, string> = {
  medicare_number: 'Medicare number',
  phone: 'phone',
  email: 'e-mail',
  name: 'name',
  address: 'address',
  birth_date: 'birth date',
};

export const conflictWords: Record<Conflict, string> = {
  medicare_number: 'another Medicare number',
  birth_date: 'another birth date',
  first_name: 'another first name',
};

/** "Very likely the same person". */
/** Merging is the proposed action from this score on. */
export const isLikely = (score: number): boolean => score >= 60;

export const scoreWords = (score: number): string =>
  score >= 85
    ? 'Very likely one person'
    : isLikely(score)
      ? 'Likely one person'
      : score >= 35
        ? 'Perhaps one person'
        : 'Unlikely one person';

export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
