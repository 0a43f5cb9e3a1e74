// Hands texts to the carrier. The claim fixes a text's words, segments and price, so a text whose fate is
// unknown can be found.
import { sql } from 'kysely';
import { listRecipients } from '#areas/messaging/templates/templates.service.ts';
import { getLine, urlOf } from '#areas/messaging/webhooks/webhooks.service.ts';
import { type MergeValues, mergedText } from '#contract/kit/mergeFields.ts';
import { segmentsOf } from '#contract/kit/segments.ts';
import { withOptOut } from '#contract/texts.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { originOf } from '#kernel/http/links.ts';
import { type Telephony, TelephonyRefused, TelephonyUnavailable } from '#kernel/telephony/telephony.ts';
import { again } from '../engine/sends.again.ts';
import { type Batch, claimAsked, type Due, type Lost, postpone, takeDue } from '../engine/sends.claim.ts';
import type { BatchRun, Courier } from '../engine/sends.deliver.ts';
import { type Pacing, paceOut } from '../engine/sends.pace.ts';
import type { Settled, Written } from '../engine/sends.settle.ts';
import { shortenLinks } from './sends.textLinks.ts';
import { type Cover, coverTexts, payTexts } from './sends.textMoney.ts';
import { countedFor, textRates } from './sends.textRate.ts';
import { heedCarrier } from './sends.textReports.ts';

/** The webhook that the carrier reports to. */
export const textReports = 'texts';

/** Milliseconds. */
const patience = 25_000;
/** Seconds: with less of the permitted hours left, a text waits for the next day. */
const leastLeft = 30;
/** Seconds: the carrier's own limit. */
const longestGoodFor = 36_000;
/** Milliseconds: the carrier cannot be asked for so long about a text, so a person decides. */
const unknownAfterMs = 6 * 3_600_000;

interface TextToSend extends Due {
  sender: string;
  body: string;
  segments: number;
  media: string[];
  merge: MergeValues;
  /** The contact still has this number. */
  has_number: boolean;
  goodFor: number | null;
  report: string;
}

export const textCourier = (ctx: WorkCtx, telephony: Telephony): Courier<TextToSend> => ({
  atOnce: 20,
  patience,
  claim: (tx, lease, limit) => claimTexts(tx, ctx, lease, limit),
  send: (text, batch) => sendOne(ctx, telephony, text, batch),
  find: (lost) => findLost(ctx, telephony, lost),
  heed: heedWritten,
});

async function heedWritten(tx: Tx, written: readonly Written[]): Promise<void> {
  await payTexts(tx, written);
  await heedCarrier(tx, written);
}

const pacing: Pacing<TextToSend> = {
  channel: 'text',
  receiversOf: ({ sender }) => countedFor(sender),
  unitsOf: ({ segments }) => segments,
  limitsOf: textRates,
};

async function claimTexts(tx: Tx, ctx: WorkCtx, lease: string, limit: number): Promise<Batch<TextToSend> | null> {
  const due = await takeDue(tx, 'text', lease, limit);
  if (!due || due.taken === 0) return due && { ...due, messages: [], stopped: [] };
  const written = await write(tx, due.messages, urlOf(ctx.platform.config, textReports, (await getLine(tx, textReports)).token));
  const texts = await shortenLinks(tx, written, originOf(ctx.platform.config));
  const paced = await paceOut(tx, texts, pacing);
  await postpone(tx, paced.later);
  const { claimed, stopped, openUntil } = await claimAsked(tx, 'text', paced.now);
  const ready: TextToSend[] = [];
  for (const text of claimed) {
    const end = openUntil.get(text.id) ?? null;
    const left = end === null ? null : Math.floor((Date.parse(end) - tx.clock().getTime()) / 1_000);
    if (!text.has_number) stopped.push({ ...aboutOf(text), state: 'blocked', reason: 'address_changed' });
    else if (end !== null && left !== null && left < leastLeft)
      stopped.push({ ...aboutOf(text), state: 'queued', reason: 'hours', due_at: end });
    else ready.push({ ...text, goodFor: left === null ? null : Math.min(left, longestGoodFor) });
  }
  const covers = await coverTexts(tx, ready);
  const covered = ready.map((text) => ({ ...text, ...(covers.get(text.id) as Cover) }));
  await keepWords(tx, covered);
  for (const { lacks, ...text } of covered) if (lacks) stopped.push({ ...aboutOf(text), state: 'blocked', reason: lacks });
  return { ...due, messages: covered.filter(({ lacks }) => lacks === null), stopped };
}

/** With the values of its contact, and how to opt out where the law asks for it. */
async function write(tx: Tx, due: readonly Due[], report: string): Promise<TextToSend[]> {
  const { rows } = await sql<Pick<TextToSend, 'id' | 'sender' | 'media' | 'has_number'> & { words: string; values: MergeValues }>`
    select m.id, m.sender, s.media, s.body as words, s.frame -> 'values' as values,
      m.contact_id is null or s.purpose = 'compliance' or exists (select from contacts c where c.company_id = ${tx.companyId} and c.id = m.contact_id
        and c.phones @> jsonb_build_array(jsonb_build_object('number', m.address))) as has_number
    from messages m join sends s on s.company_id = ${tx.companyId} and s.id = m.send_id
    where m.company_id = ${tx.companyId} and m.id = any(${due.map(({ id }) => id)}::bigint[])`.execute(tx.db);
  const stored = new Map(rows.map((row) => [row.id, row]));
  const recipients = await listRecipients(tx, due.flatMap(({ contact_id }) => contact_id ?? [])); // biome-ignore format: one line
  return due.flatMap((message) => {
    const text = stored.get(message.id);
    if (!text?.sender) return [];
    const { words, values, sender, has_number } = text;
    const media = text.media.map((each) => new URL(each, report).href);
    const merge = (message.contact_id !== null && recipients.get(message.contact_id)?.values) || {};
    const body = withOptOut(mergedText(words, { ...values, ...merge }), message.purpose);
    return { ...message, sender, media, has_number, merge, body, segments: segmentsOf(body), goodFor: null, report };
  });
}

const keepWords = (tx: Tx, texts: (Cover & Pick<TextToSend, 'id' | 'body' | 'segments'>)[]) =>
  sql`
    update messages m set body = r.body, segments = r.segments, price = r.price, held = r.held, licence_id = r.licence_id, licence_period = r.licence_period, units = r.units
    from jsonb_to_recordset(${JSON.stringify(texts.map(wordsOf))}::jsonb)
      r (id bigint, body text, segments integer, price bigint, held boolean, licence_id bigint, licence_period integer, units integer)
    where m.company_id = ${tx.companyId} and m.id = r.id`.execute(tx.db);

const wordsOf = ({
  id,
  body,
  segments,
  price,
  held,
  licence_id,
  licence_period,
  units,
}: Cover & Pick<TextToSend, 'id' | 'body' | 'segments'>) => ({
  id,
  body,
  segments,
  price,
  held,
  licence_id,
  licence_period,
  units,
});

const aboutOf = ({ id, send_id, contact_id, claim }: Omit<Settled, 'state'>) => ({ id, send_id, contact_id, claim });

async function sendOne(ctx: WorkCtx, telephony: Telephony, text: TextToSend, { last, slow }: BatchRun): Promise<Settled> {
  const { sender: from, address: to, body, media, report, goodFor, merge } = text;
  const about = aboutOf(text);
  if (ctx.clock().getTime() > last) return { ...about, state: 'queued' };
  const result = await telephony.sendText({ from, to, body, media, report, ...(goodFor !== null && { goodFor }) });
  switch (result.result) {
    case 'accepted':
      return { ...about, state: 'sent', merge, provider_id: result.id, segments: result.segments };
    case 'refused':
      return { ...about, state: 'failed', reason: 'refused', carrier_code: result.code, means: result.means };
    case 'later':
      if (result.tooFast) slow.add(from);
      return again(ctx, about, text.tries, result.seconds);
    case 'unknown':
      return { ...about, state: 'sending' }; // settled when the lease is taken next
  }
}

/** Of a text that is perhaps sent. One that the carrier has for another message of ours does not count. */
async function findLost(ctx: WorkCtx, telephony: Telephony, lost: Lost): Promise<Settled> {
  const about = aboutOf(lost);
  const { sender: from, address: to, body } = lost;
  if (from === null || body === null) return { ...about, state: 'queued' };
  try {
    const since = new Date(Date.parse(lost.claimed_at) - 10_000);
    const known = await inTenant(ctx, (tx) => listKnown(tx, to, since));
    const found = await telephony.findText({ from, to, body }, since, known);
    if (found) return { ...about, state: 'sent', provider_id: found.id, segments: found.segments };
    return { ...about, state: 'queued' };
  } catch (error) {
    if (!(error instanceof TelephonyUnavailable) && !(error instanceof TelephonyRefused)) throw error;
    const waits = ctx.clock().getTime() - Date.parse(lost.claimed_at) < unknownAfterMs;
    return { ...about, state: waits ? 'sending' : 'unknown' };
  }
}

/** The carrier's ids of our other texts to this number since then. */
async function listKnown(tx: Tx, to: string, since: Date): Promise<string[]> {
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from messages
    where company_id = ${tx.companyId} and address = ${to} and sender is not null and provider_id is not null and sent_at >= ${since}
    order by sent_at desc limit 100`.execute(tx.db);
  return rows.map(({ provider_id }) => provider_id);
}
