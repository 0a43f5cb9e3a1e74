// Registering a company with the demo's carrier: through HTTP, with the carrier's own answers.
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listAuditEntries } from '#contract/auditLog.ts';
import { getTextRegistration, saveTextRegistration, submitTextRegistration } from '#contract/registrations.ts';
import { getMe } from '#contract/signIn.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { aRegistration } from '#tests/support/examples.registrations.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { advance, registrationPump } from './registrations.advance.ts';
import { noteRefusal, textRateOf } from './registrations.service.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent'>;
beforeAll(async () => {
  server = await aServer();
});
beforeEach(async () => {
  company = await aCompany(server, { admin: {}, agent: {} });
  await server.operator.db.deleteFrom('rate_limits').execute();
});

const ctx = (): WorkCtx => {
  const { platform } = server;
  return { platform, clock: platform.clock, log: platform.log, actor: systemActor(company.companyId) };
};
const form = ({ ein = aRegistration.ein as string, version = 1, campaign = {}, brand = {} } = {}) => ({
  body: {
    version,
    ein,
    brand: { ...aRegistration.brand, ...brand },
    campaign: { ...aRegistration.campaign, samples: [...aRegistration.campaign.samples], ...campaign },
  },
});
const submit = async (...given: Parameters<typeof form>) => {
  const { admin } = company.people;
  const { version } = await admin.call(saveTextRegistration, form(...given));
  return admin.call(submitTextRegistration, { body: { version } });
};
/** The carrier looks at each of the two for 13 seconds. */
const waitAtCarrier = () =>
  sql`update sandbox_registrations set sent_at = sent_at - interval '20 seconds' where sent_at is not null`.execute(
    server.operator.db,
  );
/** Until the carrier has decided on both. */
async function decide() {
  for (const _ of ['brand', 'campaign', 'answer']) {
    await advance(ctx());
    await waitAtCarrier();
  }
  return company.people.admin.call(getTextRegistration, {});
}
const aNumber = async (number: string) => {
  const { companyId, people } = company;
  await sql`insert into sandbox_numbers (number, sid) values (${number}, ${`PN${number}`}) on conflict do nothing`.execute(
    server.operator.db,
  );
  await sql`
    insert into phone_numbers (company_id, number, payer_id, provider_id, bought_at, rent_due_at)
    values (${companyId}, ${number}, ${people.admin.userId}, ${`PN${number}`}, now(), now() + interval '1 month')`.execute(
    server.operator.db,
  );
};

test('a company is registered: brand, campaign, then its numbers, with the rate of its score', async () => {
  const { admin, agent } = company.people;
  await aNumber('3055550171');
  expect(await submit()).toMatchObject({ state: 'pending', part: 'brand', ein_end: '6762', can: { edit: false } });
  await advance(ctx());
  expect(await admin.call(getTextRegistration, {})).toMatchObject({ state: 'pending', part: 'brand' });
  await waitAtCarrier();
  await advance(ctx());
  expect(await admin.call(getTextRegistration, {})).toMatchObject({ state: 'pending', part: 'campaign' });
  expect((await agent.call(getMe, {})).text_registration).toBe('pending');
  await waitAtCarrier();
  await advance(ctx());
  expect(await admin.call(getTextRegistration, {})).toMatchObject({
    state: 'approved',
    trust_score: 62,
    segments_per_second: 120,
    t_mobile_per_day: 40_000,
    numbers: { active: 1, registered: 1, failed: 0 },
  });
  expect((await agent.call(getMe, {})).text_registration).toBe('approved');
  expect(await inTenant(ctx(), (tx) => textRateOf(tx))).toMatchObject({ segmentsPerSecond: 120 });
  const { data } = await admin.call(listAuditEntries, { query: {} });
  expect(data.map(({ action }) => action)).toEqual(expect.arrayContaining(['registrations.submitted', 'registrations.decided']));
});

test('the tax number is sealed, and only its end is shown', async () => {
  const { admin } = company.people;
  const saved = await admin.call(saveTextRegistration, form());
  expect(JSON.stringify(saved)).not.toContain('3456762');
  const { rows } = await sql<{
    whole: string;
  }>`select t::text as whole from text_registrations t where company_id = ${company.companyId}`.execute(server.operator.db);
  expect(rows[0]?.whole).not.toMatch(/3456762/);
});

test('an incomplete form is kept, but not sent', async () => {
  const { admin } = company.people;
  const { version } = await admin.call(saveTextRegistration, {
    body: { version: 1, brand: { legal_name: 'Harbor' }, campaign: {} },
  });
  const refused = admin.call(submitTextRegistration, { body: { version } });
  await expect(refused).rejects.toMatchObject({
    code: 'invalid',
    problem: { errors: { ein: expect.anything(), 'brand.website': expect.anything(), 'campaign.samples': expect.anything() } },
  });
  await expect(admin.call(saveTextRegistration, form({ version: 1 }))).rejects.toMatchObject({ code: 'registrations.stale' });
});

test('a brand that the carriers refuse says which fields mend it, and is sent again', async () => {
  const { admin } = company.people;
  await submit({ ein: '12-3456700' });
  const refused = await decide();
  expect(refused).toMatchObject({
    state: 'failed',
    part: 'brand',
    problems: [{ fields: ['ein', 'brand.legal_name'] }],
    can: { edit: true },
  });
  await submit({ version: refused.version });
  expect(await decide()).toMatchObject({ state: 'approved', problems: [] });
  await expect(admin.call(saveTextRegistration, form())).rejects.toMatchObject({ code: 'registrations.locked' });
});

test('a refused campaign makes room for another; the brand stays as it is', async () => {
  const samples = [...aRegistration.campaign.samples, 'See your quote at https://bit.ly/3xyz. Reply STOP to opt out.'];
  await submit({ campaign: { samples } });
  const refused = await decide();
  expect(refused).toMatchObject({
    state: 'failed',
    part: 'campaign',
    brand_known: true,
    problems: [{ fields: ['campaign.samples'] }],
  });
  await submit({ version: refused.version, brand: { legal_name: 'Another LLC' } });
  expect(await decide()).toMatchObject({ state: 'approved', brand: { legal_name: 'Harbor Benefits LLC' } });
});

test('a suspended brand stops texts', async () => {
  await submit({ ein: '12-3456799' });
  expect(await decide()).toMatchObject({ state: 'suspended', can: { edit: false } });
});

test('few texts take no score', async () => {
  await submit({ campaign: { use_case: 'LOW_VOLUME' } });
  expect(await decide()).toMatchObject({
    state: 'approved',
    trust_score: null,
    segments_per_second: 3.75,
    t_mobile_per_day: 2_000,
  });
});

test('a text that comes back as unregistered alarms once, and the numbers join again', async () => {
  await submit();
  await decide();
  await inTenant(ctx(), noteRefusal);
  await inTenant(ctx(), noteRefusal);
  const told = await sql<{ n: number }>`
    select count(*) as n from outbox where company_id = ${company.companyId} and payload::text like '%"refused"%'`.execute(
    server.operator.db,
  );
  expect(told.rows[0]?.n).toBe(1);
  expect(await company.people.admin.call(getTextRegistration, {})).toMatchObject({ refused_since: expect.any(String) });
  expect(await registrationPump.listDue(server.operator.db, new Date(Date.now() + 1000), 100)).toContain(company.companyId);
});

test('a run that stops after any call goes on behind it, and makes nothing twice', async () => {
  await submit();
  const made = async (kind: string) => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from sandbox_registrations where kind = ${kind} and form::text like ${`%company ${company.companyId}"%`}`.execute(
      server.operator.db,
    );
    return rows[0]?.n;
  };
  const { telephony } = server.platform;
  const registrar = telephony?.registrar;
  if (!telephony || !registrar) throw new Error('no registrar');
  for (let stop = 1; stop < 10; stop++) {
    let kept = 0;
    const dying: typeof registrar = { ...registrar, advanceBrand: (brand, before, keep) => registrar.advanceBrand(brand, before, async (all) => {
      await keep(all);
      if (++kept === 1) throw new Error('the worker died');
    }) }; // biome-ignore format: short
    await advance({ ...ctx(), platform: { ...server.platform, telephony: { ...telephony, registrar: dying } } }).catch(() => {});
  }
  expect(await decide()).toMatchObject({ state: 'approved' });
  expect([await made('/v1/CustomerProfiles'), await made('/v1/TrustProducts')]).toEqual([1, 1]);
});
