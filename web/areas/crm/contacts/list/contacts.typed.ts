// The search while it is typed: rows that are here already answer at once, and the server's answer takes their place.
import { createStore } from '#app/store.ts';
import type { ContactRow } from '#contract/contacts.ts';

/** What stands in the search box, which may be ahead of the URL. */
export const typedSearch = createStore('');

/** Those that the words fit, of the rows that are here. All of them where none fits: only the server knows those that do. */
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
