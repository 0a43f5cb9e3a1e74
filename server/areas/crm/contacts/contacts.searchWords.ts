// Searched text, word by word, as SQL over `c.search` and `c.sort_name` (0002_contacts.sql).
import { sql } from 'kysely';
import { wordsIn } from '#contract/contactsScope.ts';
import { type Condition, escapeLike } from '#kernel/db/sql.ts';

/** Names of four letters are common still ("John" is in every fortieth), and so are the domains of addresses; longer words and numbers are not. */
export const isRareText = (text: string) =>
  text.split(/\s/).some((word) => (/[.@]/.test(word) ? /^[^@]{3,}@/.test(word) : /[\p{L}\p{N}]{5}|\d{4}/u.test(word)));

/** The conditions by which one searched word occurs in a contact. */
export interface Word {
  /** At the beginning of the last name, which is the beginning of `sort_name`; null where it may stand anywhere. */
  asLastName: Condition | null;
  elsewhere: Condition;
  short: ShortWord | null;
  /** In what a limited card shows: the name and the first phone. */
  onCard: Condition;
}

/** Too common to be looked for in addresses. The order of names has the names themselves at hand. */
interface ShortWord {
  inName: Condition;
  /** In a nickname or an organization, not in the name; null for a single letter, which names alone are searched for. */
  otherWords: Condition | null;
}

export const anywhere = ({ asLastName, elsewhere }: Word): Condition =>
  asLastName ? sql<boolean>`(${asLastName} or ${elsewhere})` : elsewhere;

const longestShort = 3;
/** A text longer than this is looked up by its beginning, then compared whole: every letter more costs the index a list to read. */
const maxLookedUp = 12;

/**
 * Every word of a text must occur, as the beginning of a word. Four digits and more occur anywhere in a number, ten are a whole one, and
 * what has a dot or an @ occurs anywhere in an address. Words end where `fold_words` ends them.
 */
export function wordsOf(text: string): Word[] {
  const digits = text.replace(/\D/g, '');
  if (digits.length >= 3 && /^[\d\s().+-]+$/.test(text))
    return [digitsOf(digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits)];
  const words = wordsIn(text);
  return words.map((word) => {
    if (/^\d+$/.test(word)) return digitsOf(word);
    if (/[.@]/.test(word) && word.length > longestShort) return inside(word);
    return beginningOf(word, words.length === 1 && word.length <= longestShort);
  });
}

function beginningOf(word: string, short: boolean): Word {
  const folded = sql`fold_words(${escapeLike(word)})`;
  const found = (mark: string) => sql<boolean>`c.search like ${`% ${mark}`} || searchable(${escapeLike(word)}) || '%'`;
  const asLastName = sql<boolean>`c.sort_name like ${folded} || '%'`;
  const laterInName = sql<boolean>`c.sort_name like '% ' || ${folded} || '%'`;
  const otherWords = word.length > 1 ? found('ø') : null;
  const inName = sql<boolean>`(${asLastName} or ${laterInName})`;
  return {
    asLastName,
    elsewhere: short ? sql`(${found('')} and (${laterInName} or ${otherWords ?? sql`false`}))` : found(''),
    short: short ? { inName, otherWords: otherWords && sql<boolean>`(${otherWords} and not ${inName})` } : null,
    onCard: inName,
  };
}

function digitsOf(digits: string): Word {
  if (digits.length > 3 && digits.length !== 10) return inside(digits);
  const like = sql`'% ' || ${digits}::text || '%'`;
  const elsewhere =
    digits.length === 10 ? sql<boolean>`(c.phone = ${digits} or c.phone_2 = ${digits})` : sql<boolean>`c.search like ${like}`;
  const onCard = sql<boolean>`(c.phone like ${digits}::text || '%' or c.sort_name like ${digits}::text || '%' or c.sort_name like ${like})`;
  return { asLastName: null, elsewhere, short: null, onCard };
}

function inside(text: string): Word {
  const like = (part: string) => sql`'%' || searchable(${escapeLike(part)}) || '%'`;
  const letters = [...text];
  const beginning = letters.slice(0, maxLookedUp).join('');
  const elsewhere =
    letters.length > maxLookedUp
      ? sql<boolean>`(c.search like ${like(beginning)} and c.search || '' like ${like(text)})`
      : sql<boolean>`c.search like ${like(text)}`;
  const shown = sql`'%' || fold_words(${escapeLike(text)}) || '%'`;
  return { asLastName: null, elsewhere, short: null, onCard: sql`(c.sort_name like ${shown} or c.phone like ${shown})` };
}
