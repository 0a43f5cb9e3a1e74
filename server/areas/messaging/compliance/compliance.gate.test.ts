// The gate beside a plain reference, over random people, rules and moments: it never says yes where the reference says no.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Channel, channels, type Purpose, purposes } from '#contract/complianceLists.ts';
import { inTenant } from '#kernel/context.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { decide, type Rule, type Subject, type World } from '#tests/support/gateReference.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { type Random, seeded } from '../../../seed/random.ts';
import { holidaysOf } from './compliance.holidays.ts';
import { mayContact } from './compliance.service.ts';

const worlds = 5;
const people = 100;
const asks = 200;

let server: TestServer;
let places: World['places'];
let law: Rule[];
beforeAll(async () => {
  server = await aServer();
  const { db } = server.operator;
  const found = await sql<{ code: string; states: string[]; zones: string[] }>`select code, states, zones from places`.execute(
    db,
  );
  places = new Map(found.rows.map(({ code, ...place }) => [code, place]));
  const rows = await sql<Omit<Rule, 'opens' | 'closes'> & { opens: number | null; closes: number | null }>`
    select id, kind, state, channels, days::int[] as days, (extract(epoch from opens_at) / 60)::int as opens,
      (extract(epoch from closes_at) / 60)::int as closes, amount, effective_from as from, effective_until as until, null as replaces, false as waived
    from law_rules`.execute(db);
  law = rows.rows;
});

test('every area code and ZIP code lies in zones that PostgreSQL knows, and every state has one', async () => {
  const { rows } = await sql<{ zone: string }>`
    select distinct z as zone from places cross join unnest(zones) z where z not in (select name from pg_timezone_names)`.execute(
    server.operator.db,
  );
  expect(rows).toEqual([]);
  expect([...places.keys()].filter((code) => code.startsWith('state:')).length).toBeGreaterThanOrEqual(51);
  expect(places.get('zip:33101')?.zones ?? places.get('zip:331')?.zones).toEqual(['America/New_York']);
  expect(places.get('area:850')?.zones).toEqual(['America/Chicago', 'America/New_York']);
});

test('federal holidays stand on their day and on the weekday on which they are kept', () => {
  expect(holidaysOf(2026)).toEqual(
    expect.arrayContaining(['2026-01-01', '2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-03', '2026-07-04']),
  );
  expect(holidaysOf(2026)).toEqual(
    expect.arrayContaining(['2026-09-07', '2026-10-12', '2026-11-11', '2026-11-26', '2026-12-25']),
  );
  expect(holidaysOf(2027)).toContain('2027-12-31');
});

test(`${(worlds * people * asks).toLocaleString('en-US')} random cases agree with the reference`, async () => {
  const tally: Record<string, number> = {};
  for (let seed = 1; seed <= worlds; seed++) {
    const random = seeded(seed * 7919);
    const { company, world, subjects, as } = await aWorld(random, seed % 2 === 0);
    for (let ask = 0; ask < asks; ask++) {
      const [channel, purpose, at] = [random.pick(channels), random.pick(usualPurposes), aMoment(random)];
      const decisions = await as((tx) => mayContact(tx, subjects.map(({ id }) => ({ contactId: id })), { channel, purpose, at: new Date(at) })); // biome-ignore format: one line
      for (const [index, who] of subjects.entries()) {
        const wanted = decide(world, who, channel, purpose, at);
        const { answer, reason, until } = decisions[index] ?? { answer: 'no', reason: null, until: null };
        tally[reason ?? 'yes'] = (tally[reason ?? 'yes'] ?? 0) + 1;
        if (answer === 'yes' && purpose !== 'compliance') expect(mayNever(world, who, channel, purpose), 'never').toBeNull();
        if (answer !== wanted.answer || reason !== wanted.reason || until !== wanted.until) {
          const about = { seed, company: company.companyId, channel, purpose, at: new Date(at).toISOString(), who };
          expect({ ...about, answer, reason, until }).toEqual({ ...about, ...wanted });
        }
      }
    }
  }
  // Every reason was met, or the test would prove little.
  for (const reason of ['yes', 'cap', 'hours', 'no_consent', 'do_not_call_list', 'list_too_old', 'not_licensed', 'suppressed'])
    expect(tally[reason] ?? 0, reason).toBeGreaterThan(300);
  for (const reason of [
    'unknown',
    'no_address',
    'invalid_address',
    'do_not_contact',
    'not_registered',
    'landline',
    'resting_address',
    'marketing_paused',
  ])
    expect(tally[reason] ?? 0, reason).toBeGreaterThan(100);
}, 300_000);

/**
 * Why nothing may leave, whatever else the rules say: read from the case itself, apart from the reference.
 */
function mayNever(world: World, who: Subject, channel: Channel, purpose: Purpose): string | null {
  const revoked = who.suppressions.some((each) => each.channel === channel && !each.lifted && each.purpose === 'all');
  if (revoked) return 'revoked';
  if (who[`do_not_${channel}`]) return 'do not contact';
  if (channel === 'text' && !world.registered && world.own.every(({ waived }) => !waived)) return 'not registered';
  if (channel === 'email' && purpose === 'marketing' && world.paused) return 'paused';
  return null;
}

/** Marketing most often: it meets most rules. */
const usualPurposes = [...purposes, 'marketing', 'marketing', 'service'] as const;

const hour = 3_600_000;
/** Around them clocks change, or it is a holiday. */
const moments = ['2026-03-08', '2026-07-04', '2026-11-01', '2026-11-26', '2027-03-14', '2027-11-07'].map((day) => Date.parse(`${day}T09:00:00Z`)); // biome-ignore format: one line
const aMoment = (random: Random) =>
  random.pick(moments) + random.int(-36 * 60, 48 * 60) * 60_000 + (random.chance(0.3) ? random.int(0, 59_999) : 0);
const near = (random: Random) => Math.floor((random.pick(moments) + random.int(-60, 40) * hour) / (hour / 4)) * (hour / 4);
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

async function aWorld(random: Random, registered: boolean) {
  const company = await aCompany(server, { agent: {}, agent2: {} });
  const { companyId, people: who } = company;
  const users = [who.agent.userId, who.agent2.userId];
  const areaCodes = [...places.keys()].filter((code) => code.startsWith('area:')).map((code) => code.slice(5));
  const zips = [...places.keys()].filter((code) => /^zip:\d{5}$/.test(code)).map((code) => code.slice(4));
  const states = [...places.keys()].filter((code) => code.startsWith('state:')).map((code) => code.slice(6));
  const usual = ['FL', 'TX', 'CA', 'AL', 'RI'];
  const zoned = ['est', 'cst', 'mst', 'pst', 'akst', 'hst'] as const;
  const aSubject = (index: number): Subject => {
    const phone = random.chance(0.05)
      ? ''
      : `${random.chance(0.9) ? random.pick(areaCodes) : '800'}555${String(index).padStart(4, '0')}`;
    const email = random.chance(0.05) ? '' : `p${index}@example.com`;
    const addressOf = (channel: string) => (channel === 'email' ? email : phone);
    const consents = Array.from({ length: random.int(0, 4) }, () => {
      const channel = random.pick(channels);
      const address = random.pick(['', addressOf(channel), 'another']);
      return { channel, kind: random.pick(['given', 'given', 'revoked', 'inquiry']), purpose: random.pick(['marketing', 'all', 'service']), address, at: random.pick(moments) - random.int(0, 200 * 24 * 60) * 60_000 + index }; // biome-ignore format: one line
    });
    const suppressions = channels.flatMap((channel) => random.chance(0.07) && addressOf(channel) !== '' ? [{ channel, purpose: random.pick(['all', 'marketing', 'service']), lifted: random.chance(0.3) }] : []); // biome-ignore format: one line
    return {
      id: 0, owner_id: random.pick(users), phone, email, consents, suppressions,
      timezone: random.chance(0.4) ? random.pick(zoned) : null,
      state: random.chance(0.6) ? random.pick(random.chance(0.7) ? usual : states.filter((state) => state.length === 2)) : '',
      zip_code: random.chance(0.5) ? random.pick(zips) : random.chance(0.3) ? `${random.int(100, 999)}01` : '',
      email_state: random.chance(0.05) ? 'invalid' : 'unverified',
      deleted: random.chance(0.03),
      do_not_email: random.chance(0.05), do_not_text: random.chance(0.05), do_not_call: random.chance(0.05),
      lists: phone !== '' && random.chance(0.25) ? [random.pick(['internal', 'national', 'national', 'failed'] as const)] : [],
      fact: phone !== '' && random.chance(0.12) ? random.pick(['landline', 'landline', 'dead'] as const) : null,
      rests_until: email !== '' && random.chance(0.15) ? near(random) + 24 * hour : 0,
      passes: Array.from({ length: random.chance(0.6) ? random.int(10, 150) : 0 }, () => ({ channel: random.pick(channels), at: near(random), purpose: random.pick(['marketing', 'service', 'reply']) })),
      policy: random.chance(0.25) ? { in_force: random.chance(0.3), terminated: random.chance(0.7) ? dayOf(random.pick(moments) - random.int(0, 700) * 24 * hour) : null } : null,
    }; // biome-ignore format: a person in few lines
  };
  const subjects = Array.from({ length: people }, (_, index) => aSubject(index));
  const aRule = (index: number): Rule => {
    const kind = random.pick(['hours', 'hours', 'hours', 'cap', 'list_age', 'licence']);
    const opens = kind === 'hours' && random.chance(0.7) ? random.int(0, 48) * 15 : null;
    const replaced = random.chance(0.5) ? random.pick(law.filter((rule) => rule.kind === kind)) : undefined;
    const from = dayOf(random.pick(moments) - random.int(-1, 3) * 24 * hour);
    return {
      id: `own:${index}`, kind, opens, from, closes: opens === null ? null : opens + random.int(1, 40) * 15,
      state: replaced?.state ?? random.pick(['', ...usual]),
      channels: random.chance(0.5) ? ['email'] : ['text', 'call'],
      days: kind !== 'hours' ? [] : opens === null ? [random.int(0, 7)] : [0, 1, 2, 3, 4, 5, 6, 7].filter(() => random.chance(0.5)),
      amount: ['cap', 'list_age'].includes(kind) ? random.int(1, 40) : null,
      until: random.chance(0.5) ? dayOf(Date.parse(from) + random.int(1, 300) * 24 * hour) : null,
      replaces: replaced?.id ?? null,
      waived: replaced !== undefined && random.chance(0.4),
    }; // biome-ignore format: a rule in few lines
  };
  const world: World = {
    places,
    law,
    own: Array.from({ length: 12 }, (_, index) => aRule(index)),
    holidays: new Set([2025, 2026, 2027, 2028].flatMap(holidaysOf)),
    licences: users.flatMap((user) => ['FL', 'TX', 'CA', 'AL', 'RI', 'NY', 'KY'].filter(() => random.chance(0.85)).map((state) => ({ user, state, expires: random.chance(0.3) ? '2026-12-31' : null }))), // biome-ignore format: one line
    nationalAsOf: random.chance(0.8) ? dayOf(random.pick(moments) - random.int(0, 30) * 24 * hour) : null,
    postalAddress: random.chance(0.7),
    registered,
    paused: random.chance(0.3),
  };
  await store(company, world, subjects);
  const session = await authenticate(server.platform, who.agent.token, '127.0.0.1');
  if (!session) throw new Error('not signed in');
  const actor = { ...session.actor, role: 'admin' as const };
  const as = <T>(work: Parameters<typeof inTenant<T>>[1]) =>
    inTenant({ ...server.platform, platform: server.platform, actor }, work);
  return { company: { companyId }, world, subjects, as };
}

async function store({ companyId: company_id, people: who }: TestCompany<'agent' | 'agent2'>, world: World, subjects: Subject[]) {
  const { db } = server.operator;
  const created_by = who.agent.userId;
  const time = (minutes: number | null) => (minutes === null ? null : `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`); // biome-ignore format: one line
  const put = async (table: Parameters<typeof db.insertInto>[0], rows: object[]) => {
    if (rows.length > 0) await db.insertInto(table).values(rows.map((row) => ({ company_id, ...row })) as never).execute(); // biome-ignore format: one line
  };
  const contacts = await db.insertInto('contacts').values(subjects.map(({ owner_id, timezone, state, zip_code, phone, email, email_state, deleted, do_not_call, do_not_email, do_not_text }) => ({
    company_id, owner_id, timezone, state, zip_code, do_not_call, do_not_email, do_not_text, deleted_at: deleted ? new Date() : null,
    phones: JSON.stringify(phone ? [{ type: 2, number: phone }] : []), emails: JSON.stringify(email ? [{ address: email, state: email_state }] : []),
  }))).returning('id').execute(); // biome-ignore format: a row in few lines
  for (const [index, { id }] of contacts.entries()) if (subjects[index]) subjects[index].id = id;
  const addressOf = ({ email, phone }: Subject, channel: string) => (channel === 'email' ? email : phone);
  await put('suppressions', subjects.flatMap((one) => one.suppressions.map(({ channel, purpose, lifted }) => ({ channel, purpose, address: addressOf(one, channel), reason: 'revoked', lifted_at: lifted ? new Date() : null })))); // biome-ignore format: one line
  await put('consents', subjects.flatMap(({ id, consents }) => consents.map(({ at, ...consent }) => ({ ...consent, contact_id: id, at: new Date(at), text: 'Yes' })))); // biome-ignore format: one line
  await put('gate_passes', subjects.flatMap((one) => one.passes.map(({ at, channel, purpose }) => ({ channel, purpose, contact_id: one.id, address: addressOf(one, channel), at: new Date(at), decision: '{}' })))); // biome-ignore format: one line
  await put('address_facts', subjects.flatMap(({ fact, phone }) => (fact ? [{ address: phone, landline: fact === 'landline', dead: fact === 'dead' }] : []))); // biome-ignore format: one line
  await put('address_facts', subjects.flatMap(({ email, rests_until }) => (rests_until > 0 ? [{ address: email, resting_until: new Date(rests_until) }] : []))); // biome-ignore format: one line
  if (world.paused)
    await put('lanes', [
      { channel: 'email', leased_until: new Date(0), lease: crypto.randomUUID(), marketing_paused_at: new Date() },
    ]);
  await put('policies', subjects.flatMap(({ id, policy }) => policy ? [{ contact_id: id, kind: 'policy', status: policy.in_force ? 'in_force' : 'terminated', termination_date: policy.in_force ? null : policy.terminated }] : [])); // biome-ignore format: one line
  await put('agent_licences', world.licences.map(({ user, state, expires }) => ({ user_id: user, state, number: 'L1', expires_on: expires }))); // biome-ignore format: one line
  await put('contact_rules', world.own.map(({ id, opens, closes, from, until, ...rule }) => ({ ...rule, title: id, opens_at: time(opens), closes_at: time(closes), effective_from: from, effective_until: until, created_by }))); // biome-ignore format: one line
  await put('settings', world.postalAddress ? [{ name: 'compliance.postal_address', value: '"1 Main St"' }] : []);
  await put('text_registrations', world.registered ? [{ state: 'approved' }] : []);
  for (const kind of ['internal', 'national', 'failed'] as const) {
    if (kind === 'national' && world.nationalAsOf === null)
      for (const one of subjects) one.lists = one.lists.filter((each) => each !== 'national');
    const numbers = subjects.filter(({ lists }) => lists.includes(kind)).map(({ phone }) => phone);
    if (kind === 'national' && world.nationalAsOf === null) continue;
    const list = {
      kind: kind === 'failed' ? 'state' : kind,
      name: kind,
      as_of: world.nationalAsOf ?? '2026-01-01',
      status: kind === 'failed' ? 'failed' : 'ready',
      uploaded_by: created_by,
    };
    const { id } = await db
      .insertInto('do_not_call_lists')
      .values({ company_id, ...list })
      .returning('id')
      .executeTakeFirstOrThrow();
    await put(
      'do_not_call_numbers',
      numbers.map((number) => ({ list_id: id, number })),
    );
  }
}
