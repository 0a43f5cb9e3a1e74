// A lead vendor's export: 20 columns, plausible people, every phone and e-mail address its own.
import { starterLists } from '#areas/office/companies/companies.starters.ts';
import { type DemoContact, demoContacts } from '../server/seed/people.ts';

const { statuses, sources } = starterLists.standard;

export interface LeadFile {
  content: Blob;
  /** The last row's e-mail address. */
  last: string;
}

/** Rows from `first` on; no two files whose numbers do not overlap share a phone or an address. */
export function leadFile(first: number, rows: number): LeadFile {
  const options = { ownerIds: [1], poolIds: [], statuses: [], agentflowStatuses: [], sources: [], categories: [], tags: [] };
  const people = demoContacts(rows, { ...options, seed: first + 1, today: '2026-01-01' });
  const lines = [columns.map(([heading]) => heading).join(',')];
  let number = first;
  for (const person of people) {
    lines.push(columns.map(([, read]) => cell(read(person, number))).join(','));
    number++;
  }
  return { content: new Blob([`${lines.join('\n')}\n`]), last: email(number - 1) };
}

type Read = (person: DemoContact, number: number) => string | null;

const email = (number: number) => `lead.${number.toString(36)}.${number}@example.com`;
const phone = (area: number, number: number) =>
  `(${area}) ${200 + (Math.floor(number / 10_000) % 800)}-${String(number % 10_000).padStart(4, '0')}`;

const columns: [heading: string, Read][] = [
  ['First name', (person) => person.first_name || 'Robin'],
  ['Middle name', (person) => person.middle_name],
  ['Last name', (person) => person.last_name],
  ['Company', (person) => person.organization],
  ['Occupation', (person) => person.occupation],
  ['Birth date', (person) => person.birth_date?.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1') ?? ''],
  ['Gender', (person) => person.gender],
  ['Language', (person) => person.language],
  ['Mobile phone', (_, number) => phone(786, number)],
  ['Other phone', (_, number) => (number % 3 === 0 ? phone(954, number) : '')],
  ['Email', (_, number) => email(number)],
  ['Address', (person) => person.address],
  ['Address 2', (person) => person.address_2],
  ['City', (person) => person.city],
  ['State', (person) => person.state],
  ['Zip code', (person) => person.zip_code],
  ['County', (person) => person.county],
  ['Status', (_, number) => statuses[number % statuses.length]?.title ?? ''],
  ['Source', (_, number) => sources[number % sources.length] ?? ''],
  ['Notes', (person) => person.note],
];

const cell = (text: string | null) => (text && /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : (text ?? ''));
