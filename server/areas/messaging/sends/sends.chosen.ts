// The mail that a send is made of: a template, or the mail of a campaign as it was approved.
import { type Insertable, sql } from 'kysely';
import { whoReaches } from '#areas/identity/users/users.service.ts';
import { getEmail } from '#areas/messaging/templates/templates.service.ts';
import type { MailDoc } from '#contract/kit/mailDoc.ts';
import type { SendPurpose } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import type { Sends } from '#kernel/db/database.generated.ts';
import { type Condition, isAny } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';

export type CampaignColumns = Pick<
  Insertable<Sends>,
  'campaign_trigger_id' | 'campaign_name' | 'campaign_step' | 'message_key' | 'local_at'
>;

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

/** Over `campaign_triggers t`: mail campaigns that are approved and on; the company's, and those of people who lead the actor. */
export async function offeredToActor(tx: Tx): Promise<Condition> {
  const leaders = await whoReaches(tx, [{ owner_id: tx.actor.userId, pool_id: null }]);
  return sql`t.enabled and t.mails is not null and t.trigger_type = 'mail' and (t.global or ${isAny('t.owner_id', leaders)})`;
}

async function campaignMail(tx: Tx, id: number): Promise<ChosenMail> {
  const found = await findOfferedMail(tx, id);
  if (!found) throw fail('invalid', { errors: { email_campaign_trigger_id: ['This campaign is not offered any more'] } });
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
    where t.company_id = ${tx.companyId} and t.id = ${id} and ${await offeredToActor(tx)} for share`.execute(tx.db);
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
