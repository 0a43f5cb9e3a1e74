// A contact's values in words, on every screen. An empty value is ''.
import type { NameOf } from '#app/timelineTeller.ts';
import type { Contact } from '#contract/contacts.ts';
import { formatDay, formatPhone } from '#contract/kit/formats.ts';
import type { Control, FieldWords } from './contacts.fields.ts';

export type { NameOf };

export const valueWords = (field: Pick<FieldWords, 'path' | 'control' | 'words'>, value: unknown, nameOf: NameOf): string =>
  value === null || value === undefined || value === '' ? '' : (words[field.control]?.(value, field, nameOf) ?? String(value));

const listed =
  (one: (item: Record<string, unknown>) => unknown) =>
  (value: unknown): string =>
    (Array.isArray(value) ? value : []).map(one).join(', ');

const named = (value: unknown, field: Pick<FieldWords, 'path'>, nameOf: NameOf) =>
  typeof value === 'number' ? (nameOf(field.path, value) ?? `#${value}`) : String(value);

const words: Partial<Record<Control, (value: unknown, field: Pick<FieldWords, 'path' | 'words'>, nameOf: NameOf) => string>> = {
  day: (value) => formatDay(String(value)),
  number: (value) => Number(value).toLocaleString('en-US'),
  choice: (value, field) => field.words?.[String(value)] ?? String(value),
  yesNo: (value) => (value ? 'Yes' : 'No'),
  check: (value) => (value ? 'Yes' : ''),
  phones: listed(({ number }) => formatPhone(String(number))),
  emails: listed(({ address }) => address),
  status: named,
  agentflow: named,
  source: named,
  category: named,
  carrier: named,
  consent: (value) => (value as NonNullable<Contact['consent']>).text || 'Given',
  holder: (value) => (value as { who: { name: string } | null }).who?.name ?? '',
};
