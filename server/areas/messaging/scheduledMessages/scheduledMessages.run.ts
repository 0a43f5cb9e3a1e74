// At its hour an answer leaves as if its writer pressed Send now: the same rules, the same gate. A refused
// answer stays in the thread with the reason.
import { sql } from 'kysely';
import { answerConversation, findConversation, tellConversation } from '#areas/messaging/conversations/conversations.service.ts';
import { filesForText, writeText } from '#areas/messaging/texting/texting.service.ts';
import { inTenant, mustBeOn, mustHave, type Tx, type WorkCtx } from '#kernel/context.ts';
import { Failure, fail, wrong } from '#kernel/errors.ts';

/** A worker that was away for so long does not surprise anyone: the writer decides anew. */
const tooLateMs = 12 * 3_600_000;

interface Due {
  id: number;
  conversation_id: number;
  body: string;
  attachments: number[];
  track_clicks: boolean;
  send_at: string;
}

export async function sendScheduled(ctx: WorkCtx, id: number): Promise<void> {
  const due = await inTenant(ctx, (tx) => findDue(tx, id));
  if (!due) return;
  try {
    await leave(ctx, due);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await keepFailure(ctx, id, Object.values(error.details.errors ?? {})[0]?.[0] ?? error.message);
  }
}

export const giveUpScheduled = (ctx: WorkCtx, id: number): Promise<void> =>
  keepFailure(ctx, id, 'It could not be sent. Send it now, or choose another hour.');

async function leave(ctx: WorkCtx, due: Due): Promise<void> {
  const { platform, clock, actor } = ctx;
  mustHave(actor, 'messages.send');
  if (clock().getTime() - Date.parse(due.send_at) > tooLateMs) throw tooLate();
  const { channel, contact, their_address } = await inTenant(ctx, (tx) => findConversation(tx, due.conversation_id));
  if (!contact) throw fail('conversations.unmatched');
  const { body: text, attachments, track_clicks } = due;
  if (channel === 'email') {
    if (!platform.mail) throw fail('mail.not_configured');
    return inTenant(ctx, async (tx) => {
      if (await take(tx, due)) await answerConversation(tx, due.conversation_id, { text, attachments, track_clicks });
    });
  }
  mustBeOn(actor, 'texting');
  if (!platform.telephony) throw fail('phones.not_configured');
  const files = await filesForText(ctx, attachments, []);
  const asked = { contact_id: contact.id, message_to: their_address, message_content: text, track_clicks };
  await inTenant(ctx, async (tx) => {
    if (await take(tx, due)) await writeText(tx, platform.config, asked, files);
  });
}

const tooLate = () => wrong('send_at', 'It could not leave within 12 hours of its hour. Choose another hour.');

/** Null: it was cancelled, has failed, or got another hour. */
async function findDue(tx: Tx, id: number): Promise<Due | null> {
  const { rows } = await sql<Due>`
    select id, conversation_id, body, attachments, track_clicks, send_at from scheduled_messages
    where company_id = ${tx.companyId} and id = ${id} and failure is null and send_at <= ${tx.clock()}`.execute(tx.db);
  return rows[0] ?? null;
}

/** In the transaction that sends it: of two workers one takes it. False where it was changed since. */
async function take(tx: Tx, { id, body, attachments }: Due): Promise<boolean> {
  const { rows } = await sql`
    delete from scheduled_messages where company_id = ${tx.companyId} and id = ${id} and body = ${body} and attachments = ${attachments}::bigint[]
      and failure is null and send_at <= ${tx.clock()} returning id`.execute(tx.db);
  return rows.length > 0;
}

const keepFailure = (ctx: WorkCtx, id: number, failure: string): Promise<void> =>
  inTenant(ctx, async (tx) => {
    const { rows } = await sql<{ id: number; owner_id: number | null }>`
      with failed as (update scheduled_messages set failure = ${failure} where company_id = ${tx.companyId} and id = ${id} returning conversation_id)
      select v.id, v.owner_id from failed f join conversations v on v.company_id = ${tx.companyId} and v.id = f.conversation_id`.execute(
      tx.db,
    );
    if (rows[0]) await tellConversation(tx, rows[0]);
  });
