// Each night: texts that came in during the last two days, and that no webhook brought, because we did not
// answer for longer than the carrier tries. Taken as if they came now; a text that is known changes nothing.
import { sql } from 'kysely';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import type { JobRun } from '#kernel/jobs/tasks.ts';
import { type ListedText, type Telephony, TelephonyRefused } from '#kernel/telephony/telephony.ts';
import { receiveTexts } from './texting.receive.ts';

const lookBackMs = 2 * 86_400_000;
/** A webhook may still be on its way. */
const patienceMs = 10 * 60_000;

export async function catchUp(ctx: WorkCtx, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const { telephony } = ctx.platform;
  if (!telephony) return;
  const numbers = await inTenant(ctx, listNumbers);
  for (const number of numbers) {
    signal.throwIfAborted();
    // One that the carrier refuses to list keeps no other from being looked at.
    await lookAt(ctx, telephony, number).catch((err) => {
      if (!(err instanceof TelephonyRefused)) throw err;
      ctx.log.warn({ err }, 'a number’s texts could not be looked at');
    });
  }
}

async function lookAt(ctx: WorkCtx, telephony: Telephony, number: string): Promise<void> {
  const now = ctx.clock().getTime();
  const listed = await telephony.listReceived(number, new Date(now - lookBackMs));
  const old = listed.filter(({ at }) => at.getTime() <= now - patienceMs);
  const known = await inTenant(ctx, (tx) => listKnown(tx, old.map(({ id }) => id))); // biome-ignore format: one line
  const missed = old.filter(({ id }) => !known.has(id));
  for (const text of missed) await take(ctx, telephony, text);
  if (missed.length > 0) ctx.log.warn({ texts: missed.length }, 'texts came in that no webhook had brought');
}

/** The company's numbers, with those that were given up: they still get answers for a while. */
async function listNumbers(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select n.number from phone_numbers n where n.company_id = ${tx.companyId} and n.state <> 'released' order by n.id`.execute(
    tx.db,
  );
  return rows.map(({ number }) => number);
}

async function listKnown(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ message_key: string }>`
    select r.message_key from received_messages r where r.company_id = ${tx.companyId} and r.message_key = any(${ids}::text[])`.execute(
    tx.db,
  );
  return new Set(rows.map(({ message_key }) => message_key));
}

/** As if its webhook came now. */
async function take(ctx: WorkCtx, telephony: Telephony, { pictures, ...text }: ListedText): Promise<void> {
  const media = pictures > 0 ? await telephony.listMedia(text.id) : [];
  await inTenant(ctx, (tx) => receiveTexts(tx, [{ ...text, media, isAnswered: false }]));
}
