// Maps each column of a file to a field: by its heading, and by its values where the heading says nothing.

import type { ImportField, ImportTarget } from '#contract/imports.ts';
import { normalPhone } from '#contract/kit/formats.ts';
import { oneAddress } from './imports.addresses.ts';
import { parseDay } from './imports.days.ts';
import { meaningOf, type PhoneKind, recognise, wordsOf } from './imports.headings.ts';
import { parseState } from './imports.places.ts';
import { type Column, type KnownNames, suits } from './imports.suits.ts';
import { cut, lineOf } from './imports.text.ts';

export interface GuessedColumns {
  /** One for each column, in the file's order. */
  fields: ImportField[];
  recognised: string | null;
}

/** `sample` is rows of data. No field is given twice. */
export function guessColumns(headings: string[], sample: string[][], known: KnownNames): GuessedColumns {
  const columns = headings.map((whole, column) => {
    const heading = cut(whole, 500);
    const values = sample.map((row) => row[column]?.slice(0, 200).trim() ?? '').filter((value) => value !== '');
    return { column, heading, meaning: meaningOf(heading), values };
  });
  const recognised = recognise(columns.map(({ heading }) => heading));
  const taken = new Map<number, ImportTarget>();
  const isFree = (field: ImportTarget) => ![...taken.values()].includes(field);
  /** The first of the candidates that holds something, or the first. */
  const take = (field: ImportTarget, candidates: Column[]) => {
    const free = candidates.filter(({ column }) => !taken.has(column));
    const best = free.find(({ values }) => values.length > 0) ?? free[0];
    if (best && isFree(field)) taken.set(best.column, field);
  };

  const suitable = columns.filter((column) => suits(column, known, recognised));
  takeFields(suitable, take);
  if (!isFree('first_name') && !isFree('last_name')) drop(taken, 'name');
  if (repeatsName(taken, sample)) drop(taken, 'organization');
  for (const [part, candidates] of oneAddress(suitable)) take(part, candidates);
  takePhones(suitable, take);
  takeEmails(suitable, take);
  for (const { id, name } of known.customFields) {
    take(
      `custom:${id}`,
      columns.filter(({ heading }) => heading !== '' && wordsOf(heading) === wordsOf(name)),
    );
  }
  takeByValues(
    columns.filter(({ heading }) => saysNothing(heading)),
    isFree,
    take,
  );
  return {
    fields: columns.map(({ column, heading, values }) => ({
      column,
      heading,
      field: taken.get(column) ?? null,
      preview: values.slice(0, 3).map((value) => cut(lineOf(value), 100)),
    })),
    recognised,
  };
}

/** Whether the first row names the columns. */
export function isHeadingRow(first: string[], rest: string[][]): boolean {
  const cells = first.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (cells.some(isDatum)) return false;
  if (cells.some((cell) => meaningOf(cell) !== null && !rest.some((row) => row.includes(cell)))) return true;
  // Below words that say nothing to us stand numbers, dates or addresses: those words are headings.
  return first.some((cell, column) => cell.trim() !== '' && rest.some((row) => isDatum(row[column] ?? '')));
}

type Take = (field: ImportTarget, candidates: Column[]) => void;

const isDatum = (cell: string) =>
  /^[^\s@]+@[^\s@]+\.\w+$/.test(cell) || /^\W*\d[\d\s().+/:-]{2,}$/.test(cell) || parseDay(cell, 'mdy', '2099-12-31') !== null;

/** Agency systems call the client an account: what is the person's own name is no organization. */
function repeatsName(taken: Map<number, ImportTarget>, sample: string[][]): boolean {
  const columnOf = (field: ImportTarget) => [...taken].find(([, target]) => target === field)?.[0] ?? -1;
  const [first, last, organization] = [columnOf('first_name'), columnOf('last_name'), columnOf('organization')];
  const named = sample.filter((row) => row[organization] && row[first] && row[last]);
  const same = named.filter(
    (row) => row[organization]?.includes(row[first] ?? '') && row[organization]?.includes(row[last] ?? ''),
  );
  return same.length > named.length / 2;
}

function drop(taken: Map<number, ImportTarget>, field: ImportTarget) {
  for (const [column, target] of taken) if (target === field) taken.delete(column);
}

function takeFields(columns: Column[], take: Take) {
  const byField = Map.groupBy(columns, ({ meaning }) => (meaning?.is === 'field' ? meaning.field : null));
  for (const [field, candidates] of byField) if (field !== null) take(field, candidates.toSorted(byRank));
}
const byRank = (a: Column, b: Column) => (a.meaning?.rank ?? 0) - (b.meaning?.rank ?? 0);

/** A line known to be at home or at work is no mobile phone: nobody should text it. */
function takePhones(columns: Column[], take: Take) {
  const phones = columns
    .filter(({ meaning }) => meaning?.is === 'phone')
    .map((column) => ({ ...column, kind: kindOf(column, columns) }));
  const of = (...kinds: PhoneKind[]) => kinds.flatMap((kind) => phones.filter((phone) => phone.kind === kind));
  const mobiles = of('mobile');
  take('mobile_phone', mobiles.length > 0 ? mobiles : of('any'));
  take('other_phone', of('any', 'home', 'second', 'work', 'mobile'));
}

/** Google says beside each number what it is. */
function kindOf({ column, meaning, heading }: Column, columns: Column[]): PhoneKind | null {
  if (meaning?.is !== 'phone') return null;
  const label = columns.find(
    (one) =>
      Math.abs(one.column - column) === 1 && wordsOf(one.heading).replace(/ (?:label|type)$/, ' value') === wordsOf(heading),
  );
  const share = (pattern: RegExp) =>
    (label?.values.filter((value) => pattern.test(value)).length ?? 0) / Math.max(1, label?.values.length ?? 0);
  if (share(/mobile|cell/i) > 0.5) return 'mobile';
  if (share(/home/i) > 0.5) return 'home';
  if (share(/work/i) > 0.5) return 'work';
  return meaning.kind;
}

function takeEmails(columns: Column[], take: Take) {
  const emails = columns.filter(({ meaning }) => meaning?.is === 'email');
  const inOrder = emails.toSorted((a, b) => Number(isSecond(a)) - Number(isSecond(b)));
  take('email', inOrder);
  take('other_email', inOrder);
}
const isSecond = ({ meaning }: Column) => meaning?.is === 'email' && !meaning.first;

/** No heading, or one that a program made up: `Column 3`, `F7`, `Unnamed: 2`. */
const saysNothing = (heading: string) =>
  /^(?:(?:column|field|unnamed|f|col|var|x)?[\s_:#-]*\d*|column [a-z]{1,3})$/i.test(heading.trim());

function takeByValues(columns: Column[], isFree: (field: ImportTarget) => boolean, take: Take) {
  const left = new Set(columns.filter(({ values }) => values.length > 0));
  const claim = (field: ImportTarget, looksLike: (value: string) => boolean) => {
    if (!isFree(field)) return;
    const found = [...left].find(({ values }) => values.filter(looksLike).length >= values.length * 0.8);
    if (!found) return;
    take(field, [found]);
    left.delete(found);
  };
  claim('email', (value) => /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(value));
  claim('other_email', (value) => /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(value));
  claim('mobile_phone', (value) => /^[\d\s().+-]{10,}$/.test(value) && normalPhone(value) !== '');
  claim('other_phone', (value) => /^[\d\s().+-]{10,}$/.test(value) && normalPhone(value) !== '');
  claim('birth_date', (value) => /\D/.test(value) && (parseDay(value, 'mdy', '2020-01-01') ?? '2020') < '2020');
  claim('state', (value) => parseState(value) !== null);
  claim('zip_code', (value) => /^\d{5}(?:-\d{4})?$/.test(value));
  claim('gender', (value) => /^(?:m|f|male|female)$/i.test(value));
  claim('address', (value) => /^\d+[a-z]?\s+\p{L}/iu.test(value) || /^p\.?\s?o\.? box/i.test(value));
  if (!isFree('first_name') || !isFree('last_name') || !isFree('name')) return;
  claim('name', (value) => /^\p{L}[\p{L}'’.-]+(?:,? \p{L}[\p{L}'’.-]*){1,4}$/u.test(value));
  if (!isFree('name')) return;
  const isWord = (value: string) => /^\p{L}[\p{L}'’.-]+$/u.test(value);
  claim('first_name', isWord);
  claim('last_name', isWord);
  claim('city', (value) => /^\p{L}[\p{L}'’. -]+$/u.test(value));
}
