import { expect, test } from 'vitest';
import { systemActor } from '#kernel/actors.ts';
import { inTenant } from '#kernel/context.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer } from '#tests/support/server.ts';
import { rateOf, textRateOf } from './registrations.rates.ts';

test.each([
  [null, 3.75, 2_000],
  [0, 3.75, 2_000],
  [24, 12, 2_000],
  [25, 12, 10_000],
  [62, 120, 40_000],
  [75, 225, 200_000],
])('the score %s allows %d segments a second and %d a day to T-Mobile', (score, segmentsPerSecond, tMobilePerDay) => {
  expect(rateOf(score)).toEqual({ segmentsPerSecond, tMobilePerDay });
});

test('the score counts while the company is registered; toll-free numbers have a rate of their own', async () => {
  const server = await aServer();
  const { companyId } = await aCompany(server, { admin: {} });
  const { platform, operator } = server;
  const ctx = { platform, clock: platform.clock, log: platform.log, actor: systemActor(companyId) };
  const ask = (from?: string) => inTenant(ctx, (tx) => textRateOf(tx, from));
  expect(await ask()).toEqual(rateOf(null));
  await operator.db
    .insertInto('text_registrations')
    .values({ company_id: companyId, state: 'approved', trust_score: 62 })
    .execute();
  expect(await ask('3055550120')).toEqual(rateOf(62));
  expect(await ask('8885550120')).toEqual({ segmentsPerSecond: 3, tMobilePerDay: null });
  await operator.db.updateTable('text_registrations').set({ state: 'suspended' }).where('company_id', '=', companyId).execute();
  expect(await ask()).toEqual(rateOf(null));
});
