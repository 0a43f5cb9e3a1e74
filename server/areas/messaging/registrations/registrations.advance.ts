// Goes to the carrier with a registration, and keeps what it says. The pump asks often at first, later each
// hour, and once a day when the company is registered.
import { sql } from 'kysely';
import type { RegistrationProblem } from '#contract/registrations.ts';
import { audit } from '#kernel/audit.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import type { Pump } from '#kernel/jobs/pump.ts';
import type { Made, Registrar, RegistrarAnswer } from '#kernel/telephony/registrar.ts';
import { TelephonyRefused } from '#kernel/telephony/telephony.ts';
import { brandFacts, campaignFacts, formFields } from './registrations.facts.ts';
import { registrationJobs } from './registrations.jobs.ts';
import { readRegistration, type StoredRegistration, taxNumbers } from './registrations.queries.ts';
import { tellRegistration } from './registrations.service.ts';

/** Milliseconds. */
const [soonest, latest, daily] = [5_000, 3_600_000, 86_400_000];

export const registrationPump: Pump = {
  name: 'registrations.due',
  async listDue(db, now, limit) {
    const { rows } = await sql<{ company_id: number }>`
      select company_id from text_registrations where due_at <= ${now} order by due_at limit ${limit}`.execute(db);
    return rows.map(({ company_id }) => company_id);
  },
  async turn(tx) {
    const now = tx.clock().getTime();
    const { state, submitted_at } = await readRegistration(tx, { lock: true });
    const age = now - Date.parse(submitted_at ?? new Date(now).toISOString());
    const wait = state === 'pending' ? Math.min(latest, Math.max(soonest, age / 10)) : daily;
    await sql`
      update text_registrations set due_at = ${new Date(now + wait)} where company_id = ${tx.companyId}`.execute(tx.db);
    tx.enqueue(registrationJobs.advance, {}, { key: 'registrations.advance' });
    return 0;
  },
};

interface Said extends RegistrarAnswer {
  part: 'brand' | 'campaign';
  trustScore: number | null;
}

/** The carrier is asked outside of any transaction. */
export async function advance(ctx: WorkCtx): Promise<void> {
  const registrar = ctx.platform.telephony?.registrar;
  const stored = await inTenant(ctx, (tx) => readRegistration(tx));
  // Registered by hand, without the carrier's names of it: there is nothing to ask.
  if (!registrar || stored.ein_sealed === null || !['pending', 'approved', 'suspended'].includes(stored.state)) return;
  const said = await ask(ctx, registrar, stored);
  await inTenant(ctx, (tx) => keepAnswer(tx, said));
  if (said.part === 'campaign' && said.state === 'approved') await addNumbers(ctx, registrar);
}

async function ask(ctx: WorkCtx, registrar: Registrar, stored: StoredRegistration): Promise<Said> {
  let made = stored.carrier;
  const keep = async (all: Made) => {
    made = all;
    await inTenant(ctx, (tx) => keepMade(tx, all));
  };
  let part: Said['part'] = 'brand';
  let trustScore = stored.trust_score;
  try {
    const facts = brandFacts(ctx.actor.companyId, stored, openEin(ctx, stored));
    if (stored.resend === 'brand') {
      await registrar.correctBrand(facts, made);
      const { sent, ...others } = made;
      await keep(made.brand ? made : others);
    }
    const brand = await registrar.advanceBrand(facts, made, keep);
    ({ trustScore } = brand);
    if (brand.state !== 'approved') return { ...brand, part };
    part = 'campaign';
    if (stored.resend === 'campaign') {
      await registrar.withdrawCampaign(made);
      const { campaign, ...others } = made;
      await keep(others);
    }
    return { ...(await registrar.advanceCampaign(campaignFacts(ctx.actor.companyId, stored), made, keep)), part, trustScore };
  } catch (error) {
    if (!(error instanceof TelephonyRefused)) throw error;
    ctx.log.warn({ code: error.code, part }, 'the carrier refused a registration');
    return {
      state: 'failed',
      problems: [{ code: error.code, text: 'The carrier did not take it as it is written', fields: [] }],
      part,
      trustScore,
    };
  }
}

const openEin = ({ platform, actor }: WorkCtx, { ein_sealed }: StoredRegistration) =>
  ein_sealed ? platform.seal.openKept(ein_sealed, taxNumbers, actor.companyId) : '';

const keepMade = (tx: Tx, made: Made) =>
  sql`
    update text_registrations set carrier = ${JSON.stringify(made)}::jsonb, resend = null where company_id = ${tx.companyId}`.execute(
    tx.db,
  );

async function keepAnswer(tx: Tx, { part: asked, state: said, problems, trustScore }: Said): Promise<void> {
  const before = await readRegistration(tx, { lock: true });
  // A second look of the carriers takes nothing from a company that is registered.
  const isLookedAtAgain = before.state === 'approved' && said === 'pending';
  const [state, part] = isLookedAtAgain ? (['approved', 'campaign'] as const) : [said, asked];
  // A brand that is fine leaves the campaign to come.
  const shown: RegistrationProblem[] =
    state === 'failed' || state === 'suspended'
      ? problems.map(({ code, text, fields }) => ({ code, text, fields: formFields(fields) }))
      : [];
  const approved_at = state === 'approved' ? (before.approved_at ?? tx.clock().toISOString()) : before.approved_at;
  const refusedLongAgo = before.refused_since !== null && Date.parse(before.refused_since) < tx.clock().getTime() - daily;
  await sql`
    update text_registrations set state = ${state}, part = ${part}, problems = ${JSON.stringify(shown)}::jsonb, trust_score = ${trustScore || null},
      approved_at = ${approved_at}, asked_at = ${tx.clock()}, refused_since = ${refusedLongAgo ? null : before.refused_since},
      due_at = ${nextLook(tx, state, before)}, version = version + ${state === before.state ? 0 : 1}
    where company_id = ${tx.companyId}`.execute(tx.db);
  if (state === before.state && part === before.part) return;
  tellRegistration(tx);
  if (state === before.state || state === 'pending') return;
  await audit(tx, {
    action: 'registrations.decided',
    of: { type: 'company', id: tx.companyId },
    before: { state: before.state },
    after: { state, ...(shown.length > 0 && { problems: shown.map(({ code }) => code).join(', ') }) },
  });
  tx.enqueue(registrationJobs.mail, { about: state });
}

/** Null: the company has its turn. */
function nextLook(tx: Tx, state: Said['state'], { submitted_at }: StoredRegistration): Date | null {
  if (state === 'failed') return null;
  const now = tx.clock().getTime();
  const age = now - Date.parse(submitted_at ?? new Date(now).toISOString());
  return new Date(now + (state === 'pending' ? Math.min(latest, Math.max(soonest, age / 10)) : daily));
}

/** Local numbers join the campaign. Each is kept at once, so a run that stops goes on behind it. */
async function addNumbers(ctx: WorkCtx, registrar: Registrar): Promise<void> {
  const { made, numbers } = await inTenant(ctx, async (tx) => ({
    made: (await readRegistration(tx)).carrier,
    numbers: await listUnregistered(tx),
  }));
  for (const { id, provider_id } of numbers) {
    const registration = await registrar.addNumber(made, provider_id).then(
      () => 'approved',
      (error: unknown) => {
        if (!(error instanceof TelephonyRefused)) throw error;
        ctx.log.warn({ code: error.code, number: id }, 'the carrier takes a number into no campaign');
        return 'failed';
      },
    );
    await inTenant(ctx, async (tx) => {
      await sql`
        update phone_numbers set registration = ${registration} where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
      tx.tell({ event: 'phone_numbers.changed' }, { to: 'numbers.manage' });
      tellRegistration(tx);
    });
  }
}

async function listUnregistered(tx: Tx): Promise<{ id: number; provider_id: string }[]> {
  const { rows } = await sql<{ id: number; provider_id: string }>`
    select id, provider_id from phone_numbers
    where company_id = ${tx.companyId} and state = 'active' and registration in ('none', 'pending') order by id limit 1000`.execute(
    tx.db,
  );
  return rows;
}
