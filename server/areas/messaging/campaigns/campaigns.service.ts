// Campaigns: made by leaders, approved by administrators, then switched on. An edit takes the approval back, and with it what waits.
import { sql } from 'kysely';
import { cancelSendsOfCampaign } from '#areas/messaging/sends/sends.service.ts';
import { addEmailFile, findEmails } from '#areas/messaging/templates/templates.service.ts';
import { maxCampaigns } from '#contract/campaignLists.ts';
import type { Campaign, CampaignCreate, CampaignUpdate } from '#contract/campaigns.ts';
import { isEmptyMail, picturesIn } from '#contract/kit/mailDoc.ts';
import { audit } from '#kernel/audit.ts';
import { mustHave, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import type { StoredFile } from '#kernel/files/files.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { mustFit } from './campaigns.fields.ts';
import { getCampaign } from './campaigns.lists.ts';
import { campaignOperation } from './campaigns.operations.ts';
import { type CampaignFields, lockCampaign, mayUpdate, type StoredCampaign, visibleToActor } from './campaigns.queries.ts';
import { tellCampaigns } from './campaigns.tell.ts';
import { nextRun } from './campaigns.times.ts';

const blank: CampaignFields = {
  name: '',
  description: '',
  trigger_type: 'mail',
  category: 'marketing',
  body: '',
  email_ids: [],
  sms_trigger_ids: [],
  file_id: null,
  event: 'none',
  auto_trigger: false,
  recurrence: 'none',
  days: 0,
  hour: 9,
  zone: 'company',
  tags: [],
  status_ids: [],
  corporation_ids: [],
  global: false,
  show_on_bulk: false,
  show_on_conversation: false,
  show_on_event: false,
};

export async function createCampaign(tx: Tx, given: CampaignCreate, files: StoredFile[]): Promise<Campaign> {
  await mustHaveRoom(tx);
  const next = { ...blank, ...columnsOf(given), ...(await fileColumn(tx, files)) };
  await mustFit(tx, { id: 0, before: blank, next });
  const { id } = await tx.db
    .insertInto('campaign_triggers')
    .values({ ...next, company_id: tx.companyId, owner_id: tx.actor.userId, updated_by: tx.actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  tellCampaigns(tx);
  return getCampaign(tx, id);
}

export async function updateCampaign(tx: Tx, id: number, change: CampaignUpdate, files: StoredFile[]): Promise<Campaign> {
  const { version, compliant, enabled, ...given } = change;
  if (Object.keys(change).length + files.length === 0) throw fail('bad_request', { detail: 'Nothing is to be changed.' });
  const stored = await lockUpdatable(tx, id);
  if (version !== undefined && version !== stored.version) throw fail('campaigns.stale');
  const next = { ...fieldsOf(stored), ...columnsOf(given), ...(await fileColumn(tx, files)) };
  await mustFit(tx, { id, before: stored, next });
  const edited = (Object.keys(blank) as (keyof CampaignFields)[]).filter(
    (name) => JSON.stringify(next[name]) !== JSON.stringify(stored[name]),
  );
  // Its name is in no mail. Everything else decides what goes out, and who gets it.
  const withdrawn =
    stored.mails !== null && (compliant === false || edited.some((name) => name !== 'name' && name !== 'description'));
  if (withdrawn || (stored.enabled && enabled === false)) await switchOff(tx, stored);
  if (withdrawn) await write(tx, id, { approved_by: null, approved_at: null, mails: null, files: [] });
  if (edited.length > 0) await write(tx, id, { ...next, ...(!stored.owned && { owner_id: tx.actor.userId }) });
  const approves = compliant === true && (withdrawn || stored.mails === null);
  if (approves) await approve(tx, id, next);
  if (enabled === true && (withdrawn || !stored.enabled)) {
    if (!approves && (withdrawn || stored.mails === null)) throw fail('campaigns.not_approved');
    await switchOn(tx, id, next);
  }
  await sql`
    update campaign_triggers set version = version + 1, updated_at = ${tx.clock()}, updated_by = ${tx.actor.userId}
    where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  tellCampaigns(tx);
  return getCampaign(tx, id);
}

export async function deleteCampaign(tx: Tx, id: number): Promise<void> {
  const stored = await lockUpdatable(tx, id);
  await switchOff(tx, stored);
  await sql`delete from campaign_triggers where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  await audit(tx, { action: 'campaigns.deleted', of: { type: 'campaign', id }, before: { name: stored.name } });
  tellCampaigns(tx);
}

/** Its templates are copied: a later change of one changes nothing that leaves. */
async function approve(tx: Tx, id: number, { name, trigger_type, email_ids, file_id }: CampaignFields): Promise<void> {
  mustHave(tx.actor, 'campaigns.approve');
  if (trigger_type === 'sms') throw fail('campaigns.no_texts');
  const refuse = (text: string) => fail('invalid', { errors: { all_email_ids: [text] } });
  if (email_ids.length === 0) throw refuse('Choose at least one template');
  const emails = new Map((await findEmails(tx, email_ids)).map((email) => [email.id, email]));
  const mails = email_ids.map((emailId) => {
    const email = emails.get(emailId);
    if (!email?.active) throw refuse('One of these templates is no longer in use');
    if (email.subject.trim() === '' || isEmptyMail(email.doc))
      throw refuse(`The template ${email.name} has no subject or no text`);
    const attachments = [...email.attachments, ...(file_id ? [file_id] : [])];
    return { email_id: emailId, subject: email.subject, doc: email.doc, attachments };
  });
  const files = [...new Set(mails.flatMap(({ doc, attachments }) => [...picturesIn(doc), ...attachments]))];
  await write(tx, id, { approved_by: tx.actor.userId, approved_at: tx.clock(), mails: JSON.stringify(mails), files });
  await audit(tx, { action: 'campaigns.approved', of: { type: 'campaign', id }, after: { name } });
}

async function switchOn(tx: Tx, id: number, { name, recurrence, auto_trigger, hour, zone }: CampaignFields): Promise<void> {
  const next = recurrence === 'none' ? null : await nextRun(tx, { hour, zone });
  const now = tx.clock();
  await write(tx, id, {
    enabled: true,
    enabled_at: now,
    swept_at: auto_trigger ? now : null,
    next_day: next?.day ?? null,
    next_at: next?.at ?? null,
    problem: '',
  });
  await audit(tx, { action: 'campaigns.switched', of: { type: 'campaign', id }, after: { name, enabled: true } });
}

async function switchOff(tx: Tx, { id, name, enabled }: StoredCampaign): Promise<void> {
  await cancelSendsOfCampaign(tx, id, [campaignOperation as Operation]);
  if (!enabled) return;
  await write(tx, id, { enabled: false, enabled_at: null, swept_at: null, next_day: null, next_at: null });
  // A contact that comes back into a status later begins anew.
  await sql`delete from campaign_people where company_id = ${tx.companyId} and trigger_id = ${id}`.execute(tx.db);
  await audit(tx, { action: 'campaigns.switched', of: { type: 'campaign', id }, after: { name, enabled: false } });
}

async function write(tx: Tx, id: number, columns: Record<string, unknown>): Promise<void> {
  await tx.db.updateTable('campaign_triggers').set(columns).where('company_id', '=', tx.companyId).where('id', '=', id).execute();
}

async function lockUpdatable(tx: Tx, id: number): Promise<StoredCampaign> {
  const { reach } = await visibleToActor(tx);
  await getCampaign(tx, id); // 404 where it is not theirs to see
  const stored = await lockCampaign(tx, id);
  if (!stored) throw fail('not_found');
  if (!mayUpdate(tx, reach, stored)) throw fail('forbidden');
  return stored;
}

async function mustHaveRoom(tx: Tx): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from campaign_triggers where company_id = ${tx.companyId}`.execute(tx.db);
  if ((rows[0]?.count ?? 0) >= maxCampaigns)
    throw fail('invalid', { errors: { name: [`A company can have ${maxCampaigns} campaigns at most`] } });
}

async function fileColumn(tx: Tx, files: StoredFile[]): Promise<{ file_id?: number }> {
  return files.length > 0 ? { file_id: (await addEmailFile(tx, files)).id } : {};
}

const fieldsOf = (stored: StoredCampaign): CampaignFields =>
  Object.fromEntries(Object.keys(blank).map((name) => [name, stored[name as keyof CampaignFields]])) as unknown as CampaignFields;

/** The wire's names as columns; what is left out stays. */
function columnsOf({
  trigger,
  all_email_ids,
  all_sms_trigger_ids,
  file,
  ...given
}: Omit<CampaignUpdate, 'version' | 'compliant' | 'enabled'>) {
  const columns = {
    ...given,
    event: trigger,
    email_ids: all_email_ids,
    sms_trigger_ids: all_sms_trigger_ids,
    file_id: file === null ? null : undefined,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<CampaignFields>;
}
