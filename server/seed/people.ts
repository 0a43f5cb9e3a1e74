// Invented people for the demo and the bench: the same seed brings the same people, and the first n of any count are equal.
import { turning65TagName } from '#areas/office/companies/companies.starters.ts';
import type { Contact } from '#contract/contacts.ts';
import { ageOn } from '#contract/kit/formats.ts';
import { newTagName } from '#contract/tags.ts';
import { dayNumber, dayText, medicareStart, momentText } from './days.ts';
import { agentflowStatusShares, sourceShares, statusShares, tagShares } from './lookups.ts';
import { heritagesIn, type NameEntry, nicknames, rareNames } from './names.ts';
import { type Place, places } from './places.ts';
import { type Random, seeded, weighted } from './random.ts';
import {
  consentSources,
  consentWords,
  directions,
  lifeNotes,
  medicareNotes,
  medicarePlans,
  notes,
  occupations,
  streets,
  streetTypes,
  trades,
} from './words.ts';

type Shown =
  | 'id' | 'name' | 'phone' | 'phone_type' | 'email' | 'email_state' | 'owner' | 'pool' | 'tags' | 'next_step' | 'deleted_at' | 'version'
  | 'limited' | 'medicare_number' | 'custom_fields' | 'last_activity' | 'can'; // biome-ignore format: a list

/** A contact as it is stored: ids instead of people and tags. Held by an owner or by a pool. */
export interface DemoContact extends Omit<Contact, Shown> {
  owner_id: number | null;
  pool_id: number | null;
  tags: number[];
}

/** A row of a look-up list: a status, a source, a tag. */
export interface Listed {
  id: number;
  name: string;
}

export interface DemoOptions {
  seed?: number;
  ownerIds: readonly number[];
  statuses: readonly Listed[];
  agentflowStatuses: readonly Listed[];
  sources: readonly Listed[];
  categories: readonly Listed[];
  tags: readonly Listed[];
  poolIds: readonly number[];
  carrierIds?: readonly number[];
  /** YYYY-MM-DD. Everybody was added before it. */
  today: string;
}

export function* demoContacts(count: number, options: DemoOptions): Generator<DemoContact> {
  const random = seeded(options.seed ?? 1);
  const draws = drawsFrom(options);
  for (let index = 0; index < count; index++) yield demoContact(random, draws, rareNames.get(index));
}

type Draws = ReturnType<typeof drawsFrom>;

/** The options as weighted lists to pick from. */
function drawsFrom({ ownerIds, poolIds, carrierIds = [], today, ...lists }: DemoOptions) {
  if (ownerIds.length + poolIds.length === 0) throw new RangeError('Demo contacts need an owner or a pool');
  const ranked = (ids: readonly number[], weightAt: (rank: number) => number) =>
    weighted(ids.map((id, rank) => [id, weightAt(rank)]));
  const share = (list: readonly Listed[], weightOf: (name: string) => number | undefined) =>
    weighted(list.map(({ id, name }) => [id, weightOf(name) ?? 1]));
  const tagNamed = (wanted: string) => lists.tags.find(({ name }) => name === wanted)?.id;
  return {
    today,
    todayNumber: dayNumber(today),
    owners: ranked(ownerIds, (rank) => Math.ceil(24 / (rank + 3))),
    pools: poolIds,
    carriers: carrierIds,
    statuses: {
      lead: share(lists.statuses, (name) => statusShares[name]?.leads),
      client: share(lists.statuses, (name) => statusShares[name]?.clients),
    },
    agentflowStatuses: {
      lead: share(lists.agentflowStatuses, (name) => agentflowStatusShares[name]?.leads),
      client: share(lists.agentflowStatuses, (name) => agentflowStatusShares[name]?.clients),
    },
    sources: share(lists.sources, (name) => sourceShares[name]),
    categories: new Map(lists.categories.map(({ id, name }) => [name, id])),
    tags: share(lists.tags, (name) => tagShares[name] ?? 0),
    newTag: tagNamed(newTagName),
    turning65Tag: tagNamed(turning65TagName),
  };
}

function demoContact(random: Random, draws: Draws, rare: NameEntry | undefined): DemoContact {
  const kind = random.chance(0.7) ? 'lead' : 'client';
  const place = random.pick(places);
  const identity = identityIn(random, place.state, rare);
  const birth_date = birthDate(random, draws.todayNumber, kind);
  const age = ageOn(birth_date, draws.today);
  const category = random.pick(age >= 63 ? seniorCategories : otherCategories);
  const status_id = pickOrNull(random, draws.statuses[kind]);
  const pooled = draws.owners.length === 0 || (draws.pools.length > 0 && random.chance(kind === 'lead' ? 0.1 : 0.01));
  const added = addedAt(random, draws.todayNumber);
  return {
    kind,
    ...identity,
    ...household(random, age, identity.last_name),
    // Clients have given their birth date; some leads have not.
    birth_date: kind === 'client' || random.chance(0.93) ? birth_date : null,
    phones: phonesIn(random, place),
    emails: emailsOf(random, identity, birth_date),
    ...addressIn(random, place),
    status_id,
    agentflow_status_id: random.chance(0.6) ? pickOrNull(random, draws.agentflowStatuses[kind]) : null,
    source_id: random.chance(0.95) ? pickOrNull(random, draws.sources) : null,
    category_id: kind === 'client' || random.chance(0.85) ? (draws.categories.get(category) ?? null) : null,
    owner_id: pooled ? null : random.pick(draws.owners),
    pool_id: pooled ? random.pick(draws.pools) : null,
    tags: tagsOf(random, draws, { kind, age, daysHere: draws.todayNumber - added.day }),
    note: noteAbout(random, category),
    do_not_call: random.chance(0.04),
    do_not_text: random.chance(0.05),
    do_not_email: random.chance(0.03),
    do_not_mail: random.chance(0.02),
    consent: random.chance(kind === 'lead' ? 0.45 : 0.6) ? consentGiven(random, added.created_at) : null,
    ...medicare(random, draws, { kind, age, birth_date, category }),
    created_at: added.created_at,
    updated_at: added.updated_at,
  };
}

const seniorCategories = weighted<string>([
  ['Medicare', 68],
  ['Final expense', 12],
  ['Annuity', 8],
  ['Life', 5],
  ['Long-term care', 5],
  ['Other', 2],
]);
const otherCategories = weighted<string>([
  ['Health', 34],
  ['Life', 30],
  ['Medicare', 12],
  ['Annuity', 9],
  ['Property & casualty', 8],
  ['Final expense', 4],
  ['Other', 3],
]);

const pickOrNull = <T>(random: Random, list: readonly T[]): T | null => (list.length > 0 ? random.pick(list) : null);

function identityIn(random: Random, state: string, rare: NameEntry | undefined) {
  const heritage = random.pick(heritagesIn(state));
  const drawn = random.chance(0.54) ? 'female' : 'male';
  const drawnName: NameEntry = { gender: drawn, first_name: random.pick(heritage[drawn]), last_name: random.pick(heritage.last) };
  const { gender, first_name, last_name } = rare ?? drawnName;
  const second = random.pick(heritage[gender]);
  return {
    first_name,
    middle_name: random.chance(0.25) ? `${second.slice(0, 1)}.` : random.chance(0.06) ? second : '',
    last_name,
    suffix: gender === 'male' && random.chance(0.03) ? random.pick(suffixes) : '',
    preferred_name: random.chance(0.4) ? (nicknames[first_name] ?? '') : '',
    gender: random.chance(0.97) ? gender : null,
    language: random.chance(heritage.share) ? heritage.language : ('english' as const),
  };
}
const suffixes = ['Jr.', 'Jr.', 'Sr.', 'II', 'III'];

/** Most stand between 58 and 72, half of all leads within a few years of 65. */
function birthDate(random: Random, today: number, kind: Contact['kind']): string {
  const spread = random.next() + random.next() + random.next() - 1.5;
  const age = random.chance(0.15) ? random.int(26, 88) + random.next() : (kind === 'lead' ? 64.6 : 68.2) + spread * 7;
  return dayText(today - Math.floor(age * 365.25));
}

function household(random: Random, age: number, lastName: string) {
  const retired = random.chance(age >= 70 ? 0.85 : age >= 66 ? 0.6 : age >= 62 ? 0.2 : 0);
  return {
    organization: !retired && lastName && random.chance(0.05) ? `${lastName} ${random.pick(trades)}` : '',
    occupation: random.chance(0.45) ? '' : retired ? 'Retired' : random.pick(occupations),
    marital_status: random.chance(0.3) ? null : random.pick(age >= 70 ? olderMarriages : marriages),
    tobacco_user: random.chance(0.4) ? null : random.chance(0.13),
  };
}
const marriages = weighted([
  ['married', 56],
  ['divorced', 18],
  ['single', 17],
  ['widowed', 5],
  ['separated', 4],
] as const);
const olderMarriages = weighted([
  ['married', 54],
  ['widowed', 27],
  ['divorced', 12],
  ['single', 6],
  ['separated', 1],
] as const);

/** Exchange 555, given to nobody, under an area code of the city. */
function phonesIn(random: Random, place: Place): Contact['phones'] {
  const draw = random.next();
  const amount = draw < 0.02 ? 0 : draw < 0.68 ? 1 : draw < 0.94 ? 2 : 3;
  const phones: Contact['phones'] = [];
  for (let index = 0; index < amount; index++) {
    const line = random.int(100, 9999);
    phones.push({
      type: random.chance(index === 0 ? 0.78 : 0.4) ? 2 : 9,
      number: `${random.pick(place.areaCodes)}555${line < 1000 ? '0' : ''}${line}`,
    });
  }
  return phones;
}

function emailsOf(random: Random, who: { first_name: string; last_name: string }, birthDate: string): Contact['emails'] {
  const draw = random.next();
  if (draw < 0.14) return [];
  const first = mailbox(who.first_name);
  const last = mailbox(who.last_name);
  const home: Contact['emails'][number] = {
    address: `${localPart(random, first, last, birthDate)}@${random.pick(mailHosts)}`,
    state: random.pick(mailStates),
  };
  if (draw < 0.92) return [home];
  const work = `${first.slice(0, 1)}${last}${random.int(2, 99)}`;
  return [home, { address: `${work}.work@${random.pick(mailHosts)}`, state: 'unverified' }];
}
const mailHosts = ['example.com', 'example.com', 'example.net', 'example.org'];
const mailStates = weighted([
  ['unverified', 60],
  ['verified', 36],
  ['invalid', 4],
] as const);

function localPart(random: Random, first: string, last: string, birthDate: string): string {
  const name =
    first && last
      ? random.pick([`${first}.${last}`, `${first}${last}`, `${first.slice(0, 1)}${last}`, `${last}.${first}`])
      : first || last;
  if (!name) return `contact${random.int(1000, 99_999)}`;
  return random.chance(0.3) ? `${name}${birthDate.slice(2, 4)}` : random.chance(0.8) ? `${name}${random.int(1, 9999)}` : name;
}

/** The letters of a name that an address can hold: `Núñez` is `nunez`. */
function mailbox(name: string): string {
  let letters = mailboxes.get(name);
  if (letters === undefined) {
    letters = name
      .replaceAll('ł', 'l')
      .replaceAll('Ł', 'L')
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z]/g, '')
      .slice(0, 30);
    mailboxes.set(name, letters);
  }
  return letters;
}
const mailboxes = new Map<string, string>();

function addressIn(random: Random, place: Place) {
  const street = random.pick(streets);
  const direction = random.chance(/^\d/.test(street) ? 0.9 : 0.12) ? `${random.pick(directions)} ` : '';
  const known = random.chance(0.93);
  const zip = random.pick(place.zipCodes);
  return {
    address: known ? `${random.int(1, 9899)} ${direction}${street} ${random.pick(streetTypes)}` : '',
    address_2: known && random.chance(0.14) ? `${random.pick(rooms)} ${random.int(1, 420)}` : '',
    city: place.city,
    state: place.state,
    zip_code: random.chance(0.08) ? `${zip}-${random.int(1000, 9999)}` : zip,
    county: place.county,
    timezone: place.timezone,
  };
}
const rooms = ['Apt', 'Apt', 'Unit', 'Lot', '#'];

/** Within the past two years, more of it lately, in office hours; changed at times since, always before today. */
function addedAt(random: Random, today: number) {
  const day = today - 1 - Math.floor(random.next() ** 2 * 729);
  const second = random.int(13 * 3600, 23 * 3600);
  const created_at = momentText(day, second);
  const later = random.chance(0.7) ? Math.floor(random.next() * (today - day)) : 0;
  const updated_at = later > 0 ? momentText(day + later, random.int(13 * 3600, 23 * 3600)) : created_at;
  return { day, created_at, updated_at };
}

function tagsOf(random: Random, draws: Draws, who: { kind: Contact['kind']; age: number; daysHere: number }): number[] {
  const held = new Set<number>();
  if (draws.newTag && who.kind === 'lead' && who.daysHere <= 30 && random.chance(0.7)) held.add(draws.newTag);
  if (draws.turning65Tag && who.age === 64 && random.chance(0.8)) held.add(draws.turning65Tag);
  const draw = random.next();
  const more = draws.tags.length === 0 || draw < 0.58 ? 0 : draw < 0.87 ? 1 : 2;
  for (let index = 0; index < more && held.size < 3; index++) held.add(random.pick(draws.tags));
  return [...held];
}

function noteAbout(random: Random, category: string): string {
  if (!random.chance(0.38)) return '';
  const own = category === 'Medicare' ? medicareNotes : lifeCategories.has(category) ? lifeNotes : notes;
  const first = random.pick(random.chance(0.55) ? own : notes);
  return random.chance(0.2) ? `${first}\n${random.pick(notes)}` : first;
}
const lifeCategories = new Set(['Life', 'Annuity', 'Final expense']);

/** The addresses are of the blocks kept for documentation. */
const consentGiven = (random: Random, at: string): NonNullable<Contact['consent']> => ({
  text: consentWords,
  at,
  ip: `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.int(1, 254)}`,
  source: random.pick(consentSources),
});

interface Insured {
  kind: Contact['kind'];
  age: number;
  birth_date: string;
  category: string;
}

/** Part B mostly starts with Part A; later for those who stayed on an employer's plan. */
function medicare(random: Random, draws: Draws, { kind, age, birth_date, category }: Insured) {
  const known = age >= 65 && random.chance(kind === 'client' ? 0.97 : 0.5);
  const start = known ? medicareStart(birth_date) : null;
  const late = start && `${Number(start.slice(0, 4)) + random.int(1, 3)}-07-01`;
  const partB = random.chance(0.8) ? start : late && late < draws.today ? late : null;
  const planned = partB !== null && kind === 'client' && category === 'Medicare';
  return {
    medicare_part_a: start,
    medicare_part_b: partB,
    medicare_plan: planned ? random.pick(medicarePlans) : '',
    medicare_carrier_id: planned ? pickOrNull(random, draws.carriers) : null,
  };
}
