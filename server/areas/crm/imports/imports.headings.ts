// The meaning of a column's heading, a bag of words: `E-mail 1 - Value` and `VALUE OF EMAIL1` are the same.
// Words for whose, which kind or which number are taken out; the rest must name a field, else it has none.
import {
  type AddressPart,
  addressPatterns,
  bagOf,
  isNoise,
  isPerson,
  kinds,
  type Named,
  named,
  splitGlued,
  standardWord,
} from './imports.vocabulary.ts';

export type { AddressPart } from './imports.vocabulary.ts';
export type PhoneKind = 'mobile' | 'any' | 'home' | 'work' | 'second';

/** `rank`: of two columns for one field the lower one is likelier. */
export type Meaning = { rank: number } & (
  | { is: 'field'; field: Exclude<Named, 'phone' | 'email'> }
  | { is: 'phone'; kind: PhoneKind }
  | { is: 'email'; first: boolean }
  /** Parts of one address share a group, such as `home` or Google's `1`; '' where the heading names none. */
  | { is: 'place'; part: AddressPart; group: string }
);

/** Plain words with spaces between, to compare headings by. */
export const wordsOf = (heading: string) =>
  heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    .toLowerCase()
    .replace(/\be[-_\s]?mail/g, 'email')
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
    .replaceAll('#', ' number ')
    .replace(/(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export function meaningOf(heading: string): Meaning | null {
  // `Sex (M/F)`, `DOB m/d/yyyy`: how to write it is not what it is.
  const words = wordsOf(heading.slice(0, 200).replace(/\b[a-z]\/[a-z](?:\/y+)?\b/gi, ' '));
  if (words === 'line') return null; // a row's number, as in our own files of rejected rows; an address says which line of it
  const all = words.split(' ').flatMap(splitGlued).map(standardWord).join(' ').replace('postal address', 'address').split(' ');
  const own = ownWords(all.filter((word) => !isNoise(word)));
  return own && (fieldOf(all) ?? fieldOf(own) ?? reachOf(own) ?? placeOf(own));
}

/** The heading without its person. Null if it is about a second person: `Insured 2 First Name`; `Owner 1 First Name` is not. */
function ownWords(words: string[]): string[] | null {
  const isOwner = words.includes('owner') && words.includes('1');
  const own = words.filter((word) => !isPerson(word) && !(isOwner && word === 'owner'));
  const numbers = words.filter((word, at) => isNumber(word) && (isPerson(words[at - 1] ?? '') || words[at - 1] === 'owner'));
  if (numbers.some((number) => number !== '1')) return null;
  // `Last Contact` is a day.
  return own.length === 1 && /^(?:first|last)$/.test(own[0] ?? '') && own[0] === words[0] && words.length > 1 ? null : own;
}

const isNumber = (word: string | undefined) => /^\d$/.test(word ?? '');
const kindsOf = (words: string[]) => words.filter((word) => kinds.has(word) && kinds.get(word) !== 'own');
const isPlain = (word: string) => !kinds.has(word) && !isNumber(word);

/** `Preferred Name`; else without what says only that it is the contact's own. */
function fieldOf(words: string[]): Meaning | null {
  const found = named.get(bagOf(words)) ?? named.get(bagOf(words.filter((word) => word !== '1' && kinds.get(word) !== 'own')));
  if (!found || found.name === 'phone' || found.name === 'email') return null;
  return { is: 'field', field: found.name, rank: found.rank };
}

/** Phones and e-mails. `Mobile` alone is a phone. */
function reachOf(words: string[]): Meaning | null {
  const plain = words.filter(isPlain);
  const found = named.get(bagOf(plain));
  const of = new Set(kindsOf(words).map((word) => kinds.get(word)));
  const isMobile = plain.length === 0 && of.has('mobile');
  if ((found?.name !== 'phone' && found?.name !== 'email' && !isMobile) || of.has('place')) return null;
  const isSecond = of.has('second') || words.some((word) => isNumber(word) && word !== '1');
  const rank = found?.rank ?? 0;
  if (found?.name === 'email') return { is: 'email', first: !isSecond && !of.has('work'), rank };
  const kind = (['mobile', 'home', 'work'] as const).find((one) => of.has(one)) ?? 'any';
  return { is: 'phone', kind: isSecond ? 'second' : kind, rank };
}

/** In `Address 1 City` the number tells addresses apart, in `Address 1`, `Street 2` and `Address1: Street 2` the lines of one. */
function placeOf(words: string[]): Meaning | null {
  const plain = words.filter(isPlain);
  const isOnly = plain.every((word) => word === 'address');
  const said = (isOnly ? ['address'] : plain.filter((word) => word !== 'address')).join(' ');
  const [found, , rank = 0] = plain.length === 0 ? [] : (addressPatterns.find(([, pattern]) => pattern.test(said)) ?? []);
  if (!found) return null;
  const counted = words.filter((word) => !kinds.has(word));
  const last = isNumber(counted.at(-1)) ? Number(counted.at(-1)) : undefined;
  const group = kindsOf(words);
  const before = counted.slice(0, -1).find(isNumber);
  if (before) group.push(before);
  if (found === 'address' || found === 'address_2') {
    if ((last ?? 1) > 2) return null;
    return { is: 'place', part: last === 2 ? 'address_2' : found, group: group.join(' '), rank };
  }
  if (found === 'zip_code' && last === 4) return null; // the four digits after the five
  if (last !== undefined && last !== 5) group.push(String(last));
  return { is: 'place', part: found, group: group.join(' '), rank };
}

/** The system whose export has these headings. */
export function recognise(headings: string[]): string | null {
  const words = new Set(headings.map(wordsOf));
  const has = (...all: string[]) => all.every((heading) => words.has(heading));
  if (has('phone 1 value') || has('email 1 value') || has('group membership')) return 'google';
  if (has('email address', 'business phone') || has('email display name') || has('home phone 2', 'business street'))
    return 'outlook';
  if (has('record id') && (has('lifecycle stage') || has('lead status') || has('contact owner') || has('create date')))
    return 'hubspot';
  if (
    [
      'company account',
      'mailing state province',
      'mailing zip postal code',
      'mailing street',
      'lead owner',
      'has opted out of email',
    ].some((heading) => has(heading))
  ) {
    return 'salesforce';
  }
  return [...words].some((heading) => vendorSign.test(heading)) ? 'vendor' : null;
}

/** Words that only sellers of leads write above a column. */
const vendorSign =
  /\b(?:trusted ?form|jornaya|universal lead|lead (?:type|id|cost|price|vendor)|leadid|best time|tobacco|smoker|face amount|coverage amount|death benefit|beneficiary|turning 65|t 65|date (?:posted|generated|received)|opt in (?:date|ip)|vendor|campaign)\b/;
