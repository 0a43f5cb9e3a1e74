// Units of plans over the months: what is taken in one month and given back in another changes nothing of it.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTextingPlan, createTextingSubscription } from '#contract/textingPlans.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type Tx } from '#kernel/context.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer } from '#tests/support/server.ts';
import { periodPump } from './subscriptions.pump.ts';
import { giveUnitsBack, type TakenOf, takeUnits, takeUnitsUpTo, unitsLeft } from './subscriptions.units.ts';

const server = await aServer();
const { platform } = server;
const { db } = server.operator;
const realClock = platform.clock;
let now = new Date('2026-11-10T15:00:00Z');
platform.clock = () => now;
afterAll(() => {
  platform.clock = realClock;
});

const included = 20;

/** One user with a plan of their own that costs nothing. */
async function aPlan() {
  const { companyId, people } = await aCompany(server, { admin: {}, agent: {} });
  const body = { name: 'Free', level: 'premium' as const, price: '0', included };
  const { id: plan_id } = await people.admin.call(createTextingPlan, { body });
  await people.agent.call(createTextingSubscription, { body: { plan_id } });
  const ctx = () => ({ platform, clock: platform.clock, log: platform.log, actor: systemActor(companyId) });
  const run = <T>(work: (tx: Tx) => Promise<T>) => inTenant(ctx(), work);
  const left = async () => (await run((tx) => unitsLeft(tx, 'texting', people.agent.userId)))?.left;
  return { companyId, userId: people.agent.userId, run, left };
}

type Step = { what: 'take' | 'takeUpTo' | 'keep' | 'back'; units: number } | { what: 'month' };

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ what: fc.constantFrom('take', 'takeUpTo', 'keep', 'back'), units: fc.nat(8) }) },
    { weight: 1, arbitrary: fc.constant({ what: 'month' as const }) },
  ),
  { minLength: 10, maxLength: 40 },
) as fc.Arbitrary<Step[]>;

test('a month has what its plan includes, less what was used in it, whatever comes back of months before', async () => {
  const { userId, run, left } = await aPlan();
  const nextMonth = async () => {
    now = new Date(now.getTime() + 31 * 86_400_000);
    await runPumps(db, platform, [periodPump]);
  };
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await nextMonth();
      const model = { month: 0, used: 0 };
      const open: (TakenOf & { units: number; month: number })[] = [];
      for (const step of all) {
        if (step.what === 'month') {
          await nextMonth();
          model.month++;
          model.used = 0;
        } else if (step.what === 'take' || step.what === 'takeUpTo') {
          const taken = await run((tx) => take(tx, step.what === 'take', step.units));
          if (taken) {
            open.push({ ...taken, month: model.month });
            model.used += taken.units;
          }
        } else {
          const [use] = open.splice(step.units % Math.max(1, open.length), 1);
          if (use && step.what === 'back') {
            await run((tx) => giveUnitsBack(tx, [use]));
            if (use.month === model.month) model.used -= use.units;
          }
        }
        expect(await left()).toBe(included - model.used);
      }
    }),
    { numRuns: 25 },
  );

  async function take(tx: Tx, whole: boolean, units: number): Promise<(TakenOf & { units: number }) | null> {
    if (whole) {
      const taken = (await takeUnits(tx, 'texting', [{ id: 1, userId, units }])).get(1);
      return taken?.from === 'licence' ? { licenceId: taken.licenceId, period: taken.period, units } : null;
    }
    const taken = await takeUnitsUpTo(tx, { product: 'texting', userId, most: units });
    return taken?.of ? { ...taken.of, units: taken.units } : null;
  }
});

test('many uses of both months come back at once', async () => {
  const { companyId, userId, run, left } = await aPlan();
  const use = (units: number) => run((tx) => takeUnits(tx, 'texting', [{ id: 1, userId, units }]));
  const before = (await use(5)).get(1);
  now = new Date(now.getTime() + 31 * 86_400_000);
  await runPumps(db, platform, [periodPump]);
  const after = (await use(7)).get(1);
  if (before?.from !== 'licence' || after?.from !== 'licence') throw new Error('the licence had room');
  await run((tx) => giveUnitsBack(tx, [{ ...before, units: 5 }, { ...after, units: 3 }, { ...after, units: 2 }])); // biome-ignore format: one line
  expect(await left()).toBe(included - 2);
  const { rows } = await sql<{ period: number }>`select period from plan_licences where company_id = ${companyId}`.execute(db);
  expect(rows).toEqual([{ period: 1 }]);
});
