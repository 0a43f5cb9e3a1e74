// One contact as the cells of a row: words that an import reads again.
import type { Contact, Email, Phone } from '#contract/contacts.ts';
import type { ExportColumn, exportColumns } from '#contract/exports.ts';
import type { SpreadsheetRow } from '#tables/spreadsheet.ts';

type Texts =
  | 'last_activity'
  | 'next_renewal'
  | 'created_at'
  | 'updated_at'
  | 'status'
  | 'agentflow_status'
  | 'source'
  | 'category'
  | 'tags';

/** Days as YYYY-MM-DD. */
export type ExportedContact = Pick<
  Contact,
  | Exclude<Extract<keyof typeof exportColumns, keyof Contact>, Texts | 'owner' | 'pool' | 'email' | 'email_state'>
  | 'phones'
  | 'emails'
> &
  Record<Texts | 'owner' | 'pool', string | null> & {
    /** By `custom:<id>`. */
    custom: Record<string, string>;
  };

export function cellsOf({ phones, emails, custom, ...contact }: ExportedContact): SpreadsheetRow {
  return {
    ...Object.fromEntries(Object.entries(contact).map(([name, value]) => [name, cellOf(value)])),
    ...phoneCells(phones),
    ...emailCells(emails),
    ...custom,
  } satisfies Partial<Record<ExportColumn, unknown>>;
}

const cellOf = (value: string | number | boolean | null) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value);

const mobile = 2;

function phoneCells(phones: Phone[]) {
  const first = phones.find(({ type }) => type === mobile);
  const [second, ...more] = phones.filter((phone) => phone !== first).map(({ number }) => number);
  return { mobile_phone: first?.number, other_phone: second, more_phones: more.join(', ') };
}

function emailCells(emails: Email[]) {
  const [first, second, ...more] = emails;
  return {
    email: first?.address,
    email_state: first?.state,
    other_email: second?.address,
    more_emails: more.map(({ address }) => address).join(', '),
  };
}
