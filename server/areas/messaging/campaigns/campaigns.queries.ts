// Rows of campaigns: loading, locking, and which of them the actor sees.
import { sql } from 'kysely';
import { type ActorReach, reachOfActor } from '#areas/identity/users/users.service.ts';
import type { CampaignEvent, CampaignRecurrence, CampaignType, CampaignZone } from '#contract/campaignLists.ts';
import type { MailDoc } from '#contract/kit/mailDoc.ts';
import type { SendPurpose } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import { type Condition, isAny } from '#kernel/db/sql.ts';

/** A mail as it was approved. */
export interface ApprovedMail {
  email_id: number;
  subject: string;
  doc: MailDoc;
  attachments: number[];
}

/** A text as it was approved. */
export interface ApprovedText {
  body: string;
  files: number[];
}

/** The fields that an edit may change. */
export interface CampaignFields {
  name: string;
  description: string;
  trigger_type: CampaignType;
  category: SendPurpose;
  body: string;
  email_ids: number[];
  sms_trigger_ids: number[];
  file_id: number | null;
  event: CampaignEvent;
  auto_trigger: boolean;
  recurrence: CampaignRecurrence;
  days: number;
  hour: number;
  zone: CampaignZone;
  tags: number[];
  status_ids: number[];
  corporation_ids: number[];
  global: boolean;
  show_on_bulk: boolean;
  show_on_conversation: boolean;
  show_on_event: boolean;
  stop_on_reply: boolean;
}

export interface StoredCampaign extends CampaignFields {
  id: number;
  owner_id: number;
  /** The owner has not left. */
  owned: boolean;
  approved_by: number | null;
  approved_at: string | null;
  /** Mails, or texts of a text campaign; null: not approved. */
  mails: (ApprovedMail | ApprovedText)[] | null;
  enabled: boolean;
  version: number;
}

export async function findCampaign(tx: Tx, id: number): Promise<StoredCampaign | undefined> {
  const { rows } = await sql<StoredCampaign>`
    select t.*, u.active as owned from campaign_triggers t join users u on u.company_id = ${tx.companyId} and u.id = t.owner_id
    where t.company_id = ${tx.companyId} and t.id = ${id}`.execute(tx.db);
  return rows[0];
}

/** Until the transaction ends, nobody else changes it, and it sends nothing. */
export async function lockCampaign(tx: Tx, id: number): Promise<StoredCampaign | undefined> {
  await sql`select from campaign_triggers where company_id = ${tx.companyId} and id = ${id} for update`.execute(tx.db);
  return findCampaign(tx, id);
}

/** Over `campaign_triggers t`: the company's and one's own; with `all` those of people in reach. */
export async function visibleToActor(tx: Tx, all = true): Promise<{ visible: Condition; reach: ActorReach }> {
  const reach = await reachOfActor(tx);
  const own = sql<boolean>`(t.global or t.owner_id = ${tx.actor.userId})`;
  if (!all) return { visible: own, reach };
  return { visible: reach.company ? sql`true` : sql<boolean>`(${own} or ${isAny('t.owner_id', reach.ownerIds)})`, reach };
}

/** Of one that is visible. */
export const mayUpdate = ({ actor }: Tx, reach: ActorReach, { global, owner_id }: Pick<StoredCampaign, 'global' | 'owner_id'>) =>
  actor.has('campaigns.update') && (global ? actor.has('campaigns.approve') : reach.company || reach.ownerIds.includes(owner_id));

/** It sends, now or when its time comes. */
export const isRunning = ({ enabled, mails, owned }: Pick<StoredCampaign, 'enabled' | 'mails' | 'owned'>): boolean =>
  enabled && mails !== null && owned;
