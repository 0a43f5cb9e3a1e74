// Texts to many: what is asked for, and what it takes.
import { sql } from 'kysely';
import { chosenBy, limitSearch, resolveScope } from '#areas/crm/contacts/contacts.service.ts';
import { numbersInTurn } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { textRateOf } from '#areas/messaging/registrations/registrations.service.ts';
import { getSender, inventedRecipient, listRecipients } from '#areas/messaging/templates/templates.service.ts';
import { estimateCost } from '#areas/money/wallet/wallet.service.ts';
import { Selection } from '#contract/contactsScope.ts';
import type { estimateTextGroup as EstimateTextGroup, TextGroup } from '#contract/groupTexts.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { mergedText } from '#contract/kit/mergeFields.ts';
import { segmentsOf } from '#contract/kit/segments.ts';
import type { Send } from '#contract/sends.ts';
import { withOptOut } from '#contract/texts.ts';
import type { Tx } from '#kernel/context.ts';
import { allOf } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { getSend } from './lists/sends.lists.ts';
import { plannedFor, planSend, whenOf } from './sends.begin.ts';
import { chosenText } from './sends.chosen.ts';
import { mustMayText } from './texts/sends.mayText.ts';
import { insertTextSend } from './texts/sends.sendText.ts';
import { planOfTexts } from './texts/sends.textMoney.ts';

export async function sendTextGroup(tx: Tx, kind: 'group' | 'broadcast', asked: TextGroup): Promise<Send> {
  const { campaign_trigger_id, recurrence_campaign_trigger_id, message_content, ...how } = asked;
  const { purpose, send_now, send_at, by_recipient_clock, ...selection } = how;
  await mustMayText(tx);
  await resolveScope(tx, selection.contacts_scope); // so that the asker sees a refusal
  const text = await chosenText(tx, asked);
  const when = await whenOf(tx, { send_now, send_at, by_recipient_clock });
  if ((await numbersInTurn(tx, tx.actor.userId)) === 0) throw fail('texts.no_number');
  const chosen = Selection.parse(selection);
  const send = await insertTextSend(tx, { kind, ...text, state: plannedFor(when, chosen) });
  await planSend(tx, send, when, chosen);
  return getSend(tx, send.id);
}

/** So many contacts say how long the text is for all of them. */
const sampleSize = 500;

export async function estimateTextGroup(tx: Tx, asked: InputOf<typeof EstimateTextGroup>['body']) {
  const { campaign_trigger_id, recurrence_campaign_trigger_id, message_content, purpose: _, people, ...selection } = asked;
  const { body, media, purpose } = await chosenText(tx, asked);
  const { values } = await getSender(tx);
  const recipients = await sampleOf(tx, selection);
  const bodies = recipients.map((recipient) => withOptOut(mergedText(body, { ...values, ...recipient.values }), purpose));
  const average = bodies.reduce((sum, each) => sum + segmentsOf(each), 0) / bodies.length;
  const segments = Math.round(average * people);
  const pictures = media.length > 0;
  const { plan, rest } = await planOfTexts(tx, pictures ? { segments: 0, pictures: people } : { segments, pictures: 0 });
  const quantity = plan?.beyond === 'refused' ? 0 : rest.segments + rest.pictures;
  const numbers = await numbersInTurn(tx, tx.actor.userId);
  const { segmentsPerSecond } = await textRateOf(tx);
  return {
    segments,
    pictures,
    plan,
    wallet:
      tx.actor.mayUse('wallet') && quantity > 0
        ? await estimateCost(tx, { usageType: pictures ? 'mms' : 'sms', quantity: Math.min(quantity, 1_000_000) })
        : null,
    numbers,
    minutes: Math.ceil(segments / (segmentsPerSecond * 60)),
    example: bodies[0] ?? '',
  };
}

async function sampleOf(tx: Tx, selection: Selection) {
  await limitSearch(tx);
  const { conditions } = await chosenBy(tx, selection);
  const { rows } = await sql<{ id: number }>`
    select c.id from contacts c where ${allOf(conditions)} order by c.id limit ${sampleSize}`.execute(tx.db);
  const found = await listRecipients(tx, rows.map(({ id }) => id)); // biome-ignore format: one line
  return found.size > 0 ? [...found.values()] : [inventedRecipient];
}
