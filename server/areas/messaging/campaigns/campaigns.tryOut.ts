// A text to oneself, as a contact would get it: through the gate and paid like any other.
import { sql } from 'kysely';
import { getContactById } from '#areas/crm/contacts/contacts.service.ts';
import { numberFor } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { mediaPathsOf, mustMayText, sendText } from '#areas/messaging/sends/sends.service.ts';
import { getSender, inventedRecipient, listRecipients } from '#areas/messaging/templates/templates.service.ts';
import type { sendTestText as SendTestText } from '#contract/campaignTexts.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { normalPhone } from '#contract/kit/formats.ts';
import { mergedText } from '#contract/kit/mergeFields.ts';
import { withOptOut } from '#contract/texts.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { type ApprovedText, findCampaign, visibleToActor } from './campaigns.queries.ts';
import { textsOf } from './campaigns.texts.ts';

type Asked = InputOf<typeof SendTestText>['body'];

export async function sendTestText(tx: Tx, asked: Asked): Promise<{ phone: string; sent: number }> {
  await mustMayText(tx);
  const { userId } = tx.actor;
  const phone = normalPhone(asked.phone) ?? normalPhone(await phoneOfActor(tx));
  if (!phone) throw fail('invalid', { errors: { phone: ['Enter your mobile number'] } });
  const from = await numberFor(tx, { userId, contactId: null });
  if (from === null) throw fail('texts.no_number');
  const { texts, purpose } = await textsAsked(tx, asked);
  const values = { ...(await getSender(tx)).values, ...(await valuesOf(tx, asked.contact_id)) };
  for (const { body, files } of texts)
    await sendText(tx, {
      contactId: null,
      from,
      to: phone,
      body: withOptOut(mergedText(body, values), purpose),
      media: await mediaPathsOf(tx, files),
      purpose: 'service',
      askedBy: userId,
    });
  return { phone, sent: texts.length };
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
