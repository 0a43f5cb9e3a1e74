import { expect, test } from 'vitest';
import { starterLists } from '#areas/office/companies/companies.starters.ts';
import { ContactFields } from '#contract/contacts.ts';
import { ageOn } from '#contract/kit/formats.ts';
import { newTagName } from '#contract/tags.ts';
import { carriers, tags as demoTags } from './lookups.ts';
import { type DemoContact, type DemoOptions, demoContacts } from './people.ts';

const today = '2026-11-21';
const { statuses, agentflowStatuses, sources, categories, tags: starterTags } = starterLists.standard;
const tags = [...starterTags, ...demoTags];
const listed = (names: readonly string[], base: number) => names.map((name, index) => ({ id: base + index, name }));
const options: DemoOptions = {
  today,
  ownerIds: [11, 12, 13, 14, 15],
  poolIds: [21, 22],
  statuses: listed(
    statuses.map(({ title }) => title),
    100,
  ),
  agentflowStatuses: listed(
    agentflowStatuses.map(({ title }) => title),
    200,
  ),
  sources: listed(sources, 300),
  categories: listed(
    categories.map(({ title }) => title),
    600,
  ),
  tags: listed(
    tags.map(({ name }) => name),
    400,
  ),
  carrierIds: carriers.map((_, index) => 500 + index),
};
const people = [...demoContacts(5000, options)];
const share = (is: (contact: DemoContact) => boolean, among = people) => among.filter(is).length / among.length;

test('the same seed brings the same people, another seed others, and a shorter list is the beginning of a longer one', () => {
  expect([...demoContacts(200, options)]).toEqual(people.slice(0, 200));
  expect([...demoContacts(200, { ...options, seed: 2 })]).not.toEqual(people.slice(0, 200));
});

test('the contract takes every field as it stands', () => {
  for (const { owner_id: _owner, pool_id: _pool, tags: _tags, created_at: _created, updated_at: _updated, ...fields } of people) {
    expect(ContactFields.strict().parse(fields)).toEqual({
      ...fields,
      emails: fields.emails.map(({ address }) => ({ address })),
    });
  }
});

test('phones and e-mails reach nobody', () => {
  for (const { phones, emails } of people) {
    for (const { number } of phones) expect(number).toMatch(/^[2-9]\d{2}555\d{4}$/);
    for (const { address } of emails) expect(address).toMatch(/^[a-z][a-z0-9.]*@example\.(com|net|org)$/);
  }
});

test('each is held by an owner or a pool, and was added and changed before today', () => {
  for (const { owner_id, pool_id, created_at, updated_at } of people) {
    expect(owner_id === null).toBe(pool_id !== null);
    expect(created_at >= '2024-11-20' && created_at <= updated_at && updated_at < today).toBe(true);
  }
});

test('they look like an agency’s book: who they are, where they live, who works them', () => {
  expect(share((contact) => contact.kind === 'lead')).toBeCloseTo(0.7, 1);
  const ages = people.flatMap(({ birth_date }) => (birth_date ? [ageOn(birth_date, today)] : []));
  expect(ages.filter((age) => age >= 58 && age <= 72).length / ages.length).toBeGreaterThan(0.75);
  expect(share(({ language }) => language === 'spanish')).toBeGreaterThan(0.05);
  expect(share(({ state }) => state === 'FL')).toBeGreaterThan(0.2);
  expect(new Set(people.map(({ state }) => state)).size).toBeGreaterThan(40);
  const held = options.ownerIds.map((id) => share(({ owner_id }) => owner_id === id));
  expect(Math.max(...held)).toBeGreaterThan(1.5 * Math.min(...held));
  expect(share(({ pool_id }) => pool_id !== null)).toBeGreaterThan(0.04);
  expect(share(({ phones }) => phones.length === 0)).toBeLessThan(0.04);
  expect(new Set(people.map(({ first_name, last_name }) => `${first_name} ${last_name}`)).size).toBeGreaterThan(4000);
  expect(people.filter(({ last_name }) => last_name === '')).toHaveLength(2);
});

test('statuses, tags and Medicare follow from the person', () => {
  const sold = 100 + statuses.findIndex(({ title }) => title === 'Sold');
  const clients = people.filter(({ kind }) => kind === 'client');
  expect(share(({ status_id }) => status_id === sold, clients)).toBeGreaterThan(0.7);
  expect(people.some((contact) => contact.kind === 'lead' && contact.status_id === sold)).toBe(false);
  const newTag = 400 + tags.findIndex(({ name }) => name === newTagName);
  for (const contact of people) {
    expect(contact.tags.length).toBeLessThanOrEqual(3);
    if (contact.tags.includes(newTag)) expect(contact.created_at >= '2026-10-22').toBe(true);
    if (contact.birth_date && contact.medicare_part_a) expect(ageOn(contact.birth_date, today)).toBeGreaterThanOrEqual(65);
    if (contact.medicare_part_b) expect(contact.medicare_part_a !== null && contact.medicare_part_b <= today).toBe(true);
  }
});

test('a company without pools, tags or look-up lists has contacts too', () => {
  const bare = { today, ownerIds: [1], statuses: [], agentflowStatuses: [], sources: [], categories: [], tags: [], poolIds: [] };
  for (const contact of demoContacts(50, bare)) expect(contact).toMatchObject({ owner_id: 1, status_id: null, tags: [] });
});
