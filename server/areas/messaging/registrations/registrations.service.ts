// Registration of a company's texts with the carriers (A2P 10DLC): the form, and what the carriers say. They
// look at the brand first, then at the campaign (docs/decisions/0086).
import { sql } from 'kysely';
import { z } from 'zod';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { type saveTextRegistration, TextBrand, TextCampaign, type TextRegistration } from '#contract/registrations.ts';
import { audit } from '#kernel/audit.ts';
import { type Ctx, inTenant, type Platform, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { inTenantOnce } from '#kernel/http/once.ts';
import { registrationJobs } from './registrations.jobs.ts';
import { countNumbers, readRegistration, type StoredRegistration, taxNumbers } from './registrations.queries.ts';
import { rateOf } from './registrations.rates.ts';

export { taxNumbers } from './registrations.queries.ts';
export { type TextRate, textRateOf } from './registrations.rates.ts';

export const getRegistration = (ctx: Ctx): Promise<TextRegistration> => inTenant(ctx, (tx) => present(tx, ctx.platform));

export function saveRegistration(ctx: Ctx, form: InputOf<typeof saveTextRegistration>['body']): Promise<TextRegistration> {
  return inTenant(ctx, async (tx) => {
    const stored = await lockFor(tx, form.version);
    // The carriers know the brand already; another one would be another registration.
    const brand = isBrandKnown(stored) ? stored.brand : form.brand;
    await sql`
      update text_registrations set brand = ${JSON.stringify(brand)}::jsonb, campaign = ${JSON.stringify(form.campaign)}::jsonb,
        version = version + 1 where company_id = ${tx.companyId}`.execute(tx.db);
    if (form.ein !== undefined && !isBrandKnown(stored))
      await sql`
        update text_registrations set ein_sealed = ${tx.seal.seal(form.ein, taxNumbers, tx.companyId)}, ein_end = ${form.ein.slice(-4)}
        where company_id = ${tx.companyId}`.execute(tx.db);
    tellRegistration(tx);
    return present(tx, ctx.platform);
  });
}

export function submitRegistration(ctx: Ctx, { version }: { version: number }): Promise<TextRegistration> {
  if (!ctx.platform.telephony?.registrar) throw fail('registrations.not_configured');
  return inTenantOnce(ctx, async (tx) => {
    const stored = await lockFor(tx, version);
    mustBeComplete(stored);
    const resend = stored.state === 'failed' ? stored.part : null;
    await sql`
      update text_registrations set state = 'pending', part = ${stored.part ?? 'brand'}, resend = ${resend}, problems = '[]', version = version + 1,
        submitted_at = ${tx.clock()}, submitted_by = ${tx.actor.userId}, due_at = ${tx.clock()}
      where company_id = ${tx.companyId}`.execute(tx.db);
    tx.enqueue(registrationJobs.advance, {}, { key: 'registrations.advance' });
    await audit(tx, {
      action: 'registrations.submitted',
      of: { type: 'company', id: tx.companyId },
      after: { legal_name: stored.brand.legal_name, use_case: stored.campaign.use_case },
    });
    tellRegistration(tx);
    return present(tx, ctx.platform);
  });
}

/** A number came, or the carriers refuse what they should carry: they are asked at the pump's next look. */
export const lookSoon = (tx: Tx) =>
  sql`
    update text_registrations set due_at = ${tx.clock()}
    where company_id = ${tx.companyId} and state in ('approved', 'suspended')`.execute(tx.db);

/** The carriers refused a text as unregistered (30034), although we think that it is. */
export async function noteRefusal(tx: Tx): Promise<void> {
  const { rows } = await sql`
    update text_registrations set refused_since = ${tx.clock()}, due_at = ${tx.clock()}
    where company_id = ${tx.companyId} and state = 'approved' and refused_since is null returning company_id`.execute(tx.db);
  if (rows.length === 0) return;
  tx.enqueue(registrationJobs.mail, { about: 'refused' });
  tellRegistration(tx);
}

/** To administrators, and to those whose composer says whether texts leave. */
export function tellRegistration(tx: Tx): void {
  tx.tell({ event: 'registration.changed' }, { to: 'messages.send' });
}

const isBrandKnown = ({ part, state }: StoredRegistration) => part === 'campaign' && state !== 'draft';

async function lockFor(tx: Tx, version: number): Promise<StoredRegistration> {
  const stored = await readRegistration(tx, { lock: true });
  if (!isEditable(stored)) throw fail('registrations.locked');
  if (stored.version !== version) throw fail('registrations.stale');
  return stored;
}

const isEditable = ({ state }: StoredRegistration) => state === 'draft' || state === 'failed';

function mustBeComplete({ brand, campaign, ein_end }: StoredRegistration): void {
  const whole = z.object({ brand: TextBrand, campaign: TextCampaign }).safeParse({ brand, campaign });
  const errors: Record<string, string[]> = {};
  for (const { path, message } of whole.error?.issues ?? []) errors[path.join('.')] = [message];
  if (!ein_end) errors.ein = ['Enter the tax number (EIN)'];
  if (Object.keys(errors).length > 0) throw fail('invalid', { errors });
}

async function present(tx: Tx, { telephony }: Platform): Promise<TextRegistration> {
  const stored = await readRegistration(tx);
  const { state, part, version, brand, campaign, ein_end, problems, trust_score } = stored;
  const { submitted_at, approved_at, asked_at, refused_since } = stored;
  const { segmentsPerSecond, tMobilePerDay } = rateOf(trust_score);
  const edit = isEditable(stored);
  const available = telephony?.registrar !== undefined;
  return {
    state, part, version, brand, campaign, ein_end, problems, trust_score,
    segments_per_second: segmentsPerSecond,
    t_mobile_per_day: tMobilePerDay,
    submitted_at, approved_at, asked_at, refused_since,
    numbers: await countNumbers(tx),
    available,
    is_sandbox: telephony?.sandbox !== undefined,
    brand_known: isBrandKnown(stored),
    can: { edit, submit: edit && available },
  }; // biome-ignore format: names without their values
}
