// A text to oneself, as a contact would get it: through the gate and paid like any other. To the phone of a
// contact it is no test: what may not be sent to them does not go.
import { sql } from 'kysely';
import { getContactById, inReach } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import { mayContact } from '#areas/messaging/compliance/compliance.service.ts';
import { numberFor } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { mediaPathsOf, mustMayText, sendText } from '#areas/messaging/sends/sends.service.ts';
import { getSender, inventedRecipient, listRecipients } from '#areas/messaging/templates/templates.service.ts';
import type { sendTestText as SendTestText } from '#contract/campaignTexts.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { normalPhone } from '#contract/kit/formats.ts';
import { mergedText } from '#contract/kit/mergeFields.ts';
import { withOptOut } from '#contract/texts.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { type ApprovedText, findCampaign, visibleToActor } from './campaigns.queries.ts';
import { textsOf } from './campaigns.texts.ts';

type Asked = InputOf<typeof SendTestText>['body'];

export async function sendTestText(tx: Tx, asked: Asked): Promise<{ phone: string; sent: number }> {
  await mustMayText(tx);
  const { userId } = tx.actor;
  const own = normalPhone(await phoneOfActor(tx));
  const phone = normalPhone(asked.phone) ?? own;
  if (!phone) throw wrong('phone', 'Enter your mobile number');
  const from = await numberFor(tx, { userId, contactId: null });
  if (from === null) throw fail('texts.no_number');
  const { texts, purpose } = await textsAsked(tx, asked);
  const contactId = phone === own ? null : await contactWith(tx, phone);
  if (contactId !== null) await mustMayGet(tx, { contactId, address: phone }, purpose);
  const values = { ...(await getSender(tx)).values, ...(await valuesOf(tx, asked.contact_id)) };
  for (const { body, files } of texts)
    await sendText(tx, {
      contactId,
      from,
      to: phone,
      body: withOptOut(mergedText(body, values), purpose),
      media: await mediaPathsOf(tx, files),
      purpose: contactId === null ? 'service' : purpose,
      askedBy: userId,
    });
  return { phone, sent: texts.length };
}

/** Of several: one who wants no texts, else one in reach. */
async function contactWith(tx: Tx, phone: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select c.id from contacts c
    where c.company_id = ${tx.companyId} and c.deleted_at is null and (c.phone = ${phone} or c.phone_2 = ${phone})
    order by c.do_not_text desc, not ${inReach(await reachOfActor(tx))}, c.id limit 1`.execute(tx.db);
  return rows[0]?.id ?? null;
}

/** The refusal says no more: the contact may be out of the asker's reach. */
async function mustMayGet(tx: Tx, contact: { contactId: number; address: string }, purpose: 'marketing' | 'service') {
  const asking = { channel: 'text', purpose, at: tx.clock(), agentId: tx.actor.userId } as const;
  const [decided] = await mayContact(tx, [contact], asking);
  if (decided?.answer === 'no') throw wrong('phone', 'This text may not go to this number. Enter your own.');
}

/** Also of one that is not approved yet. */
async function textsAsked(
  tx: Tx,
  { campaign_trigger_id, message_content = '', all }: Asked,
): Promise<{ texts: ApprovedText[]; purpose: 'marketing' | 'service' }> {
  if (campaign_trigger_id === undefined) return { texts: [{ body: message_content, files: [] }], purpose: 'service' };
  const { visible } = await visibleToActor(tx);
  const { rows } = await sql`
    select from campaign_triggers t
    where t.company_id = ${tx.companyId} and t.id = ${campaign_trigger_id} and t.trigger_type = 'sms' and ${visible}`.execute(
    tx.db,
  );
  const campaign = rows.length > 0 ? await findCampaign(tx, campaign_trigger_id) : undefined;
  if (!campaign) throw fail('not_found');
  const texts = await textsOf(tx, campaign.id, campaign);
  return { texts: all ? texts : texts.slice(0, 1), purpose: campaign.category };
}

async function valuesOf(tx: Tx, contactId: number | null) {
  if (contactId === null) return inventedRecipient.values;
  const { id } = await getContactById(tx, contactId);
  return (await listRecipients(tx, [id])).get(id)?.values ?? inventedRecipient.values;
}

async function phoneOfActor(tx: Tx): Promise<string> {
  const { rows } = await sql<{ phone: string | null }>`
    select w.content ->> 'phone' as phone from user_webpages w
    where w.company_id = ${tx.companyId} and w.user_id = ${tx.actor.userId}`.execute(tx.db);
  return rows[0]?.phone ?? '';
}
