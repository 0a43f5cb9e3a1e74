// A user leaves: what becomes of their campaigns. In a successor's name a campaign may reach other contacts
// than the approved ones (decision 0080).
import { sql } from 'kysely';
import { sendToUser } from '#areas/company/mail/mail.service.ts';
import { cancelSendsOfCampaign, passOnSendsOfCampaign } from '#areas/messaging/sends/sends.service.ts';
import type { CampaignHandOver } from '#contract/campaignLists.ts';
import { allows, type Role, reachOf, roles } from '#contract/permissions.ts';
import type { Belongings } from '#contract/userAdmin.ts';
import { audit } from '#kernel/audit.ts';
import type { Actor, Tx, WorkCtx } from '#kernel/context.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { campaignJobs, type Stopped } from './campaigns.jobs.ts';
import { campaignOperation } from './campaigns.operations.ts';
import { lockCampaign, type StoredCampaign } from './campaigns.queries.ts';
import { switchOff, withdraw, write } from './campaigns.switch.ts';
import { tellCampaigns } from './campaigns.tell.ts';

interface Leaver {
  id: number;
  first_name: string;
  last_name: string;
  role: Role;
}

/** For the area userAdmin, which must not import this one. */
export const campaignsOfLeaver = { list: listRunning, passOn: passOnAll };

/** The leaver's campaigns that are on, by name. */
async function listRunning(
  tx: Tx,
  leaver: Pick<Leaver, 'id' | 'role'>,
  successor: Actor | null,
): Promise<Belongings['running_campaigns']> {
  const { rows } = await sql<{ id: number; name: string; global: boolean }>`
    select t.id, t.name, t.global from campaign_triggers t
    where t.company_id = ${tx.companyId} and t.owner_id = ${leaver.id} and t.enabled order by t.name collate by_name, t.id`.execute(
    tx.db,
  );
  return rows.map(({ id, name, global }) => ({ id, name, goes: goesTo(leaver, successor, { global }) }));
}

/** Only who sees the whole company surely looks for the same contacts in the name of another who does. */
function goesTo(
  { role }: Pick<Leaver, 'role'>,
  successor: Actor | null,
  { global }: Pick<StoredCampaign, 'global'>,
): CampaignHandOver {
  const may =
    successor?.has('campaigns.update') && successor.mayUse('campaigns') && (!global || successor.has('campaigns.approve'));
  if (!successor || !may) return 'stop';
  return reachOf[role] === 'company' && reachOf[successor.role] === 'company' ? 'continue' : 'ask';
}

/** Before the user is deactivated. Administrators hear by mail of those that were on and send nothing now. */
async function passOnAll(tx: Tx, leaver: Leaver, successor: Actor | null): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from campaign_triggers where company_id = ${tx.companyId} and owner_id = ${leaver.id} order by id`.execute(tx.db);
  const stopped: Stopped['campaigns'] = [];
  for (const { id } of rows) {
    const campaign = await lockCampaign(tx, id);
    if (!campaign || campaign.owner_id !== leaver.id) continue;
    const goes = goesTo(leaver, successor, campaign);
    if (campaign.enabled && goes !== 'continue') stopped.push({ id, name: campaign.name });
    await passOn(tx, campaign, goes, successor, leaver);
  }
  if (rows.length > 0) tellCampaigns(tx);
  if (stopped.length > 0)
    await tellApprovers(tx, { leaver: nameOf(leaver), successor: successor?.name ?? null, campaigns: stopped });
}

async function passOn(tx: Tx, campaign: StoredCampaign, goes: CampaignHandOver, successor: Actor | null, leaver: Leaver) {
  const { id, enabled, mails } = campaign;
  // It stays with who has left: it is shown as stopped, and who may edit it takes it over.
  if (goes === 'stop' || !successor) return cancelSendsOfCampaign(tx, id, [campaignOperation as Operation]);
  if (goes === 'continue') await passOnSendsOfCampaign(tx, id, successor.userId);
  else if (mails !== null) {
    await switchOff(tx, campaign);
    await withdraw(tx, id);
    if (enabled)
      await write(tx, id, {
        problem: `${nameOf(leaver)} has left. See in the review who it reaches now, then approve it again.`,
      });
  }
  await write(tx, id, { owner_id: successor.userId });
  await audit(tx, {
    action: 'campaigns.passed_on',
    of: { type: 'campaign', id },
    before: { owner: campaign.owner_id },
    after: { owner: successor.userId, enabled: enabled && goes === 'continue' },
  });
}

const nameOf = ({ first_name, last_name }: Leaver) => `${first_name} ${last_name}`.trim();

const approvers = roles.filter((role) => allows(role, 'campaigns.approve'));
const maxApprovers = 100;

async function tellApprovers(tx: Tx, stopped: Omit<Stopped, 'userId'>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.company_id = ${tx.companyId} and u.active and u.role = any(${approvers}::text[])
    order by u.id limit ${maxApprovers}`.execute(tx.db);
  for (const { id } of rows) tx.enqueue(campaignJobs.mailStopped, { userId: id, ...stopped });
}

export async function mailStopped(ctx: WorkCtx, { userId, leaver, successor, campaigns }: Stopped): Promise<void> {
  const one = campaigns.length === 1;
  await sendToUser(ctx, userId, {
    subject: one ? `A campaign of ${leaver} has stopped` : `${campaigns.length} campaigns of ${leaver} have stopped`,
    heading: one ? 'A campaign has stopped' : 'Campaigns have stopped',
    paragraphs: [
      `${leaver} has left, so nothing goes out in their name any more. ${
        successor
          ? `${successor} has them now, or you can take them over: see in the review who they reach, then approve them again.`
          : 'Take them over, see in the review who they reach, then approve them again.'
      }`,
      campaigns
        .slice(0, 20)
        .map(({ name }) => name)
        .join(', ') + (campaigns.length > 20 ? ` and ${campaigns.length - 20} more` : ''),
    ],
    action: one
      ? { label: 'Open the campaign', path: `/campaigns/${campaigns[0]?.id}` }
      : { label: 'Open the campaigns', path: '/campaigns' },
    because: 'you approve the campaigns of your company.',
  });
}
