// Campaigns: made by leaders, approved by administrators, then switched on. An edit takes the approval back, and with it what waits.
import { sql } from 'kysely';
import { addEmailFile } from '#areas/messaging/templates/templates.service.ts';
import { maxCampaigns } from '#contract/campaignLists.ts';
import type { Campaign, CampaignCreate, CampaignUpdate } from '#contract/campaigns.ts';
import { audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import type { StoredFile } from '#kernel/files/files.ts';
import { mustFit } from './campaigns.fields.ts';
import { getCampaign } from './campaigns.lists.ts';
import { type CampaignFields, lockCampaign, mayUpdate, type StoredCampaign, visibleToActor } from './campaigns.queries.ts';
import { approve, switchOff, switchOn, withdraw, write } from './campaigns.switch.ts';
import { tellCampaigns } from './campaigns.tell.ts';

export { campaignsOfLeaver } from './campaigns.passOn.ts';

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
  stop_on_reply: false,
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
  // Its name is in no mail. Everything else decides what goes out, and who gets it: also in whose name it
  // looks for contacts.
  const owner_id = stored.owned ? stored.owner_id : tx.actor.userId;
  const withdrawn =
    stored.mails !== null &&
    (compliant === false || !stored.owned || edited.some((name) => name !== 'name' && name !== 'description'));
  if (withdrawn || (stored.enabled && enabled === false)) await switchOff(tx, stored);
  if (withdrawn) await withdraw(tx, id);
  if (edited.length > 0 || !stored.owned) await write(tx, id, { ...next, owner_id });
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
  if ((rows[0]?.count ?? 0) >= maxCampaigns) throw wrong('name', `A company can have ${maxCampaigns} campaigns at most`);
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
