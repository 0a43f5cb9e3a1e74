// The content of a send: a template, own words, or the mail or text of a campaign as it was approved.
import { sql } from 'kysely';
import { whoReaches } from '#areas/identity/users/users.service.ts';
import { getEmail } from '#areas/messaging/templates/templates.service.ts';
import type { CampaignType } from '#contract/campaignLists.ts';
import type { MailDoc } from '#contract/kit/mailDoc.ts';
import { type timezones, zoneOf } from '#contract/lookups.ts';
import type { SendPurpose } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import { type Condition, isAny } from '#kernel/db/sql.ts';
import { wrong } from '#kernel/errors.ts';
import type { CampaignColumns } from './engine/sends.queries.ts';
import { mediaPathsOf } from './texts/sends.textMedia.ts';

export interface ChosenMail {
  email_id?: number;
  subject: string;
  content: MailDoc;
  attachments: number[];
  purpose: SendPurpose;
  campaign?: CampaignColumns;
}

interface Asked {
  email_id?: number | undefined;
  email_campaign_trigger_id?: number | undefined;
  purpose: SendPurpose;
}

export async function chosenMail(tx: Tx, { email_id, email_campaign_trigger_id, purpose }: Asked): Promise<ChosenMail> {
  if (email_campaign_trigger_id !== undefined) return campaignMail(tx, email_campaign_trigger_id);
  const { id, subject, doc, attachments } = await getEmail(tx, email_id ?? 0);
  return { email_id: id, subject, content: doc, attachments: attachments.map((file) => file.id), purpose };
}

/** Over `campaign_triggers t`: those that are approved and on; the company's, and those of people who lead the actor. */
export async function offeredToActor(tx: Tx, type: CampaignType): Promise<Condition> {
  const leaders = await whoReaches(tx, [{ owner_id: tx.actor.userId, pool_id: null }]);
  return sql`t.enabled and t.mails is not null and t.trigger_type = ${type} and (t.global or ${isAny('t.owner_id', leaders)})`;
}

export interface ChosenText {
  body: string;
  /** Paths of pictures, which the carrier fetches from here, and their files. */
  media: string[];
  pictures: number[];
  purpose: SendPurpose;
  stop_on_reply?: boolean;
  campaign?: CampaignColumns;
}

interface TextAsked {
  campaign_trigger_id?: number | undefined;
  recurrence_campaign_trigger_id?: number | undefined;
  message_content?: string | undefined;
  purpose: SendPurpose;
}

export async function chosenText(tx: Tx, asked: TextAsked): Promise<ChosenText> {
  const { campaign_trigger_id, recurrence_campaign_trigger_id, message_content = '', purpose } = asked;
  const id = campaign_trigger_id ?? recurrence_campaign_trigger_id;
  if (id === undefined) return { body: message_content.trim(), media: [], pictures: [], purpose };
  const recurs = campaign_trigger_id === undefined;
  const { rows } = await sql<{
    name: string;
    category: SendPurpose;
    stop_on_reply: boolean;
    text: { body: string; files: number[] };
  }>`
    select t.name, t.category, t.stop_on_reply, t.mails -> 0 as text from campaign_triggers t
    where t.company_id = ${tx.companyId} and t.id = ${id} and ${await offeredToActor(tx, 'sms')}
      and ${recurs ? sql`t.recurrence <> 'none'` : sql`true`} for share`.execute(tx.db);
  const [found] = rows;
  const field = recurs ? 'recurrence_campaign_trigger_id' : 'campaign_trigger_id';
  if (!found) throw wrong(field, 'This campaign is not offered any more');
  const { name, category, stop_on_reply, text } = found;
  // As the day of today, so that nobody gets this day twice.
  const message_key = recurs ? `trigger:${id}:${await todayOfCompany(tx)}` : null;
  return {
    body: text.body,
    media: await mediaPathsOf(tx, text.files),
    pictures: text.files,
    purpose: category,
    stop_on_reply,
    campaign: { campaign_trigger_id: id, campaign_name: name, message_key },
  };
}

async function todayOfCompany(tx: Tx): Promise<string> {
  const { rows } = await sql<{ timezone: (typeof timezones)[number] }>`
    select timezone from companies where company_id = ${tx.companyId}`.execute(tx.db);
  const timeZone = zoneOf(rows[0]?.timezone ?? 'est');
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(tx.clock());
}

async function campaignMail(tx: Tx, id: number): Promise<ChosenMail> {
  const found = await findOfferedMail(tx, id);
  if (!found) throw wrong('email_campaign_trigger_id', 'This campaign is not offered any more');
  return found;
}

/**
 * Of one that is approved and on: what it says stands in the campaign, so nobody can send another text under
 * its name.
 */
export async function findOfferedMail(tx: Tx, id: number): Promise<ChosenMail | null> {
  const { rows } = await sql<{
    name: string;
    category: SendPurpose;
    mail: { subject: string; doc: MailDoc; attachments: number[] };
  }>`
    select t.name, t.category, t.mails -> 0 as mail from campaign_triggers t
    where t.company_id = ${tx.companyId} and t.id = ${id} and ${await offeredToActor(tx, 'mail')} for share`.execute(tx.db);
  const [found] = rows;
  if (!found) return null;
  const { subject, doc, attachments } = found.mail;
  return {
    subject,
    content: doc,
    attachments,
    purpose: found.category,
    campaign: { campaign_trigger_id: id, campaign_name: found.name },
  };
}
