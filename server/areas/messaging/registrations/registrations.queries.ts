// The one row of a company.
import { sql } from 'kysely';
import type { RegistrationState } from '#contract/registrationLists.ts';
import { type RegistrationProblem, TextBrandDraft, TextCampaignDraft } from '#contract/registrations.ts';
import type { Tx } from '#kernel/context.ts';
import type { Made } from '#kernel/telephony/registrar.ts';

/** Purpose of the seal. */
export const taxNumbers = 'tax number of a registration';

export interface StoredRegistration {
  state: RegistrationState;
  part: 'brand' | 'campaign' | null;
  /** The refused part that is sent again. */
  resend: 'brand' | 'campaign' | null;
  version: number;
  brand: TextBrandDraft;
  campaign: TextCampaignDraft;
  ein_sealed: Buffer | null;
  ein_end: string;
  carrier: Made;
  trust_score: number | null;
  problems: RegistrationProblem[];
  submitted_at: string | null;
  approved_at: string | null;
  asked_at: string | null;
  refused_since: string | null;
}

const fresh: StoredRegistration = {
  state: 'draft',
  part: null,
  resend: null,
  version: 1,
  brand: TextBrandDraft.parse({}),
  campaign: TextCampaignDraft.parse({}),
  ein_sealed: null,
  ein_end: '',
  carrier: {},
  trust_score: null,
  problems: [],
  submitted_at: null,
  approved_at: null,
  asked_at: null,
  refused_since: null,
};

/** `lock`: until the transaction ends, nobody else changes it. */
export async function readRegistration(tx: Tx, { lock = false } = {}): Promise<StoredRegistration> {
  // Two first calls at once would both find nothing to lock.
  if (lock)
    await sql`
      insert into text_registrations (company_id) values (${tx.companyId}) on conflict do nothing`.execute(tx.db);
  const { rows } = await sql<StoredRegistration>`
    select state, part, resend, version, brand, campaign, ein_sealed, ein_end, carrier, trust_score, problems, submitted_at, approved_at,
      asked_at, refused_since
    from text_registrations where company_id = ${tx.companyId} ${lock ? sql`for update` : sql``}`.execute(tx.db);
  const [row] = rows;
  if (!row) return fresh;
  return { ...row, brand: TextBrandDraft.parse(row.brand), campaign: TextCampaignDraft.parse(row.campaign) };
}

export const countNumbers = async (tx: Tx) => {
  const { rows } = await sql<{ active: number; registered: number; failed: number }>`
    select count(*) as active, count(*) filter (where registration = 'approved') as registered,
      count(*) filter (where registration = 'failed') as failed
    from phone_numbers where company_id = ${tx.companyId} and state = 'active'`.execute(tx.db);
  return rows[0] ?? { active: 0, registered: 0, failed: 0 };
};
