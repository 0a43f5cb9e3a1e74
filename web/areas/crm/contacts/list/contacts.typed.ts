// The search while it is typed: filters the loaded rows at once, until the server's answer replaces them.
import { createStore } from '#app/store.ts';
import type { ContactRow } from '#contract/contacts.ts';

/** Milliseconds between two questions while somebody types. */
export const askEvery = 40;

/** The text in the search box, which may be ahead of the URL; null: it is the URL's. */
export const typedSearch = createStore<string | null>(null);

/** The text whose rows the list asks for, as typed a moment ago; null: the URL's. */
export const askedSearch = createStore<string | null>(null);

/** Reads what is typed when it runs, so one that comes late asks for nothing old. */
export const askForTyped = () => askedSearch.set(typedSearch.get()?.trim() ?? null);

/** The URL counts again: it says something new, or the list is left. */
export function dropTyped() {
  typedSearch.set(null);
  askedSearch.set(null);
}

/** The loaded rows that match the words; all of them if none does, since only the server knows better. */
export function fittingRows(rows: ContactRow[], text: string): ContactRow[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  const fitting = rows.filter((row) => {
    const said = ` ${folded([row.name, row.organization, row.email].join(' ')).replace(/[-()/"',&]/g, ' ')} ${row.phone ?? ''}`;
    return words.every((word) => (/\d{4}|[.@]/.test(word) ? said.includes(word) : said.includes(` ${word}`)));
  });
  return fitting.length > 0 ? fitting : rows;
}

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
