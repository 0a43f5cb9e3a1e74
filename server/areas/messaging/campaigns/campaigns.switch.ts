// Approving a campaign, taking that back, switching it on and off.
import { sql } from 'kysely';
import { cancelSendsOfCampaign } from '#areas/messaging/sends/sends.service.ts';
import { findEmails } from '#areas/messaging/templates/templates.service.ts';
import { isEmptyMail, picturesIn } from '#contract/kit/mailDoc.ts';
import { audit } from '#kernel/audit.ts';
import { mustHave, type Tx } from '#kernel/context.ts';
import { wrong } from '#kernel/errors.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { campaignOperation } from './campaigns.operations.ts';
import type { CampaignFields, StoredCampaign } from './campaigns.queries.ts';
import { textsOf } from './campaigns.texts.ts';
import { nextRun } from './campaigns.times.ts';

/** Its templates are copied: a later change of one changes nothing that leaves. */
export async function approve(tx: Tx, id: number, next: CampaignFields): Promise<void> {
  mustHave(tx.actor, 'campaigns.approve');
  const { mails, files } = next.trigger_type === 'sms' ? await approvedTexts(tx, id, next) : await approvedMails(tx, next);
  await write(tx, id, { approved_by: tx.actor.userId, approved_at: tx.clock(), mails: JSON.stringify(mails), files });
  await audit(tx, { action: 'campaigns.approved', of: { type: 'campaign', id }, after: { name: next.name } });
}

async function approvedTexts(tx: Tx, id: number, next: CampaignFields) {
  const mails = await textsOf(tx, id, next);
  return { mails, files: [...new Set(mails.flatMap(({ files }) => files))] };
}

async function approvedMails(tx: Tx, { email_ids, file_id }: CampaignFields) {
  const refuse = (text: string) => wrong('all_email_ids', text);
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
  return { mails, files: [...new Set(mails.flatMap(({ doc, attachments }) => [...picturesIn(doc), ...attachments]))] };
}

export const withdraw = (tx: Tx, id: number) => write(tx, id, { approved_by: null, approved_at: null, mails: null, files: [] });

export async function switchOn(
  tx: Tx,
  id: number,
  { name, recurrence, auto_trigger, hour, zone }: CampaignFields,
): Promise<void> {
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

export async function switchOff(tx: Tx, { id, name, enabled }: StoredCampaign): Promise<void> {
  await cancelSendsOfCampaign(tx, id, [campaignOperation as Operation]);
  if (!enabled) return;
  await write(tx, id, { enabled: false, enabled_at: null, swept_at: null, next_day: null, next_at: null });
  // A contact that comes back into a status later begins anew.
  await sql`delete from campaign_people where company_id = ${tx.companyId} and trigger_id = ${id}`.execute(tx.db);
  await audit(tx, { action: 'campaigns.switched', of: { type: 'campaign', id }, after: { name, enabled: false } });
}

export async function write(tx: Tx, id: number, columns: Record<string, unknown>): Promise<void> {
  await tx.db.updateTable('campaign_triggers').set(columns).where('company_id', '=', tx.companyId).where('id', '=', id).execute();
}
