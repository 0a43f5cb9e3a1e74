// Which of several contacts has the better value of each field, and what becomes of values that are combined.
// A contact is its stored row as JSON: what is sealed stays sealed.
import { isDeepStrictEqual } from 'node:util';
import { chosenFields } from '#contract/contactMerges.ts';

export type Image = Record<string, unknown> & { id: number; updated_at: string; tags: number[] };

export const holderOf = ({ owner_id, pool_id }: Image) => ({
  owner_id: owner_id as number | null,
  pool_id: pool_id as number | null,
});

/** A contact with its custom values by field id. */
export interface Source {
  is: Image;
  custom: Map<number, unknown>;
}

/** The columns behind a field; most have their own name. */
const columnsBehind: Record<string, readonly string[]> = {
  address: ['address', 'address_2', 'city', 'state', 'zip_code', 'county'],
  holder: ['owner_id', 'pool_id'],
  kind: ['kind', 'kind_by_policies'],
  medicare_number: ['medicare_number_blind', 'medicare_number_sealed'],
};
export const columnsOfField = (field: string): readonly string[] => columnsBehind[field] ?? [field];

const combinedColumns = ['note', 'tags', 'do_not_call', 'do_not_text', 'do_not_email', 'do_not_mail'] as const;
const latestColumns = ['last_activity_type', 'last_activity_at'] as const;

/** The columns that are taken, and given back, together with this one. */
export const columnsWith = (column: string): readonly string[] =>
  [...Object.values(columnsBehind), latestColumns].find((columns) => (columns as readonly string[]).includes(column)) ?? [column];

/** Every column that a merge may write. */
export const mergedColumns = [...chosenFields.flatMap(columnsOfField), ...combinedColumns, ...latestColumns];

export const fieldsOf = (sources: Source[]): string[] => [
  ...chosenFields,
  ...[...new Set(sources.flatMap(({ custom }) => [...custom.keys()]))].toSorted((a, b) => a - b).map((id) => `custom:${id}`),
];

/** A client before a lead, then the oldest. */
export const proposedSurvivor = (sources: Source[]): Source =>
  sources.toSorted((a, b) => Number(b.is.kind === 'client') - Number(a.is.kind === 'client') || a.is.id - b.is.id)[0] as Source;

/** The value to compare: all columns of an address or a holder, else the first, which says whether there is a value. */
export const fieldValue = (field: string, { is, custom }: Source): unknown =>
  field.startsWith('custom:')
    ? (custom.get(Number(field.slice(7))) ?? null)
    : field === 'address' || field === 'holder'
      ? columnsOfField(field).map((column) => is[column])
      : is[columnsOfField(field)[0] ?? field];

export const differs = (field: string, sources: Source[]): boolean =>
  sources.some((source) => !isDeepStrictEqual(fieldValue(field, source), fieldValue(field, sources[0] as Source)));

/**
 * The best value: a client, a person, a text in both cases, a longer text than its own beginning, a verified e-mail.
 * Else the survivor's value, or, of fields that go out of date, the latest changed.
 */
export function betterSource(field: string, sources: Source[], survivor: Source): Source {
  const [best] = sources.toSorted((a, b) => {
    const byWorth = worth(field, b, sources) - worth(field, a, sources);
    const stays = Number(b === survivor) - Number(a === survivor);
    const latest = b.is.updated_at.localeCompare(a.is.updated_at) || a.is.id - b.is.id;
    return byWorth || (goesOutOfDate.has(field) ? latest : stays || latest);
  });
  return best as Source;
}

const goesOutOfDate = new Set(['address', 'status_id', 'agentflow_status_id', 'consent', 'medicare_plan', 'medicare_carrier_id']);

function worth(field: string, source: Source, sources: Source[]): number {
  const value = fieldValue(field, source);
  if (isEmpty(value)) return 0;
  if (field === 'kind') return value === 'client' ? 2 : 1;
  if (field === 'holder') return source.is.owner_id === null ? 1 : 2;
  if (field === 'emails') return (value as { state: string }[]).some(({ state }) => state === 'verified') ? 2 : 1;
  const text = textOf(value);
  if (text === null) return 1;
  const others = sources.map((other) => textOf(fieldValue(field, other)) ?? '');
  const isBeginning = others.some((other) => other.length > text.length && folded(other).startsWith(folded(text)));
  const inOneCase = text !== text.toLowerCase() ? text === text.toUpperCase() : text !== text.toUpperCase();
  return 1 + Number(!isBeginning) * 2 + Number(!inOneCase);
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.every(isEmpty));

/** Of an address the street: without it the others say little. */
function textOf(value: unknown): string | null {
  const text = Array.isArray(value) ? value[0] : value;
  return typeof text === 'string' ? text : null;
}

const folded = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The most phones or e-mails that a form takes, and the longest note. */
const maxMethods = 10;
const maxNote = 20_000;

/** The columns of the contact that stays. `take`: by field, the id of the contact that it comes from. */
export function mergedImage(sources: Source[], survivor: Source, take: Readonly<Record<string, number>>): Image {
  const others = sources.filter((source) => source !== survivor);
  const from = (field: string) => sources.find(({ is }) => is.id === take[field]) ?? betterSource(field, sources, survivor);
  const image: Image = { ...survivor.is };
  for (const field of chosenFields) for (const column of columnsOfField(field)) image[column] = from(field).is[column];
  // The same number is sealed otherwise each time.
  if (image.medicare_number_blind === survivor.is.medicare_number_blind)
    image.medicare_number_sealed = survivor.is.medicare_number_sealed;
  const firstly = (field: string) =>
    [from(field), ...sources.filter((source) => source !== from(field))].map(({ is }) => is[field]);
  image.phones = distinct(firstly('phones') as { number: string }[][], ({ number }) => number);
  image.emails = withBestStates(firstly('emails') as Email[][]);
  image.tags = [...new Set([survivor, ...others].flatMap(({ is }) => is.tags))].toSorted((a, b) => a - b);
  image.note = joinedNotes([survivor, ...others].map(({ is }) => String(is.note ?? '')));
  for (const wish of ['do_not_call', 'do_not_text', 'do_not_email', 'do_not_mail'])
    image[wish] = sources.some(({ is }) => is[wish] === true); // a merge never lifts such a wish
  const [active] = sources
    .filter(({ is }) => is.last_activity_at)
    .toSorted((a, b) => Date.parse(String(b.is.last_activity_at)) - Date.parse(String(a.is.last_activity_at)));
  if (active) for (const column of latestColumns) image[column] = active.is[column];
  return image;
}

interface Email {
  address: string;
  state: string;
}

const certainty = ({ state }: Email) => (state === 'verified' ? 2 : state === 'unverified' ? 0 : 1);

function withBestStates(lists: Email[][]): Email[] {
  const key = ({ address }: Email) => address.toLowerCase();
  const known = lists.flat().toSorted((a, b) => certainty(b) - certainty(a));
  return distinct(lists, key).map((email) => ({
    ...email,
    state: known.find((each) => key(each) === key(email))?.state ?? email.state,
  }));
}

function distinct<T>(lists: T[][], key: (item: T) => string): T[] {
  const known = new Map<string, T>();
  for (const item of lists.flat()) if (!known.has(key(item))) known.set(key(item), item);
  return [...known.values()].slice(0, maxMethods);
}

function joinedNotes(notes: string[]): string {
  let all = '';
  for (const note of notes)
    if (note.trim() && !all.includes(note.trim()) && all.length + note.length < maxNote) all = all ? `${all}\n${note}` : note;
  return all;
}
