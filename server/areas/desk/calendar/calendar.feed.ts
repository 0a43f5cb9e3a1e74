// The feed of a calendar at a secret address, and its export. The address is stored only as a hash, as sessions are.
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { loadActor } from '#kernel/actors.ts';
import { type Ctx, inTenant, type PublicCtx, type Tx } from '#kernel/context.ts';
import { inCompany } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';
import { companyOf, createToken, hashToken } from '#kernel/http/sessions.ts';
import { type IcsEvent, icsOf } from './calendar.ics.ts';
import { today } from './calendar.occurrences.ts';
import { addDays, type Local } from './calendar.times.ts';

const maxEvents = 20_000;
const feedDays = 90;
const hourMs = 3_600_000;

export async function getFeed(tx: Tx) {
  const row = await tx.db
    .selectFrom('calendar_feeds')
    .select(['created_at', 'read_at'])
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .executeTakeFirst();
  return { active: row !== undefined, created_at: row?.created_at ?? null, read_at: row?.read_at ?? null };
}

/** The former address stops to work. */
export async function renewFeed(ctx: Ctx) {
  const token = createToken(ctx.actor.companyId);
  const values = { token_hash: hashToken(token), created_at: ctx.clock(), read_at: null };
  const feed = await inTenant(ctx, async (tx) => {
    await tx.db
      .insertInto('calendar_feeds')
      .values({ company_id: tx.companyId, user_id: tx.actor.userId, ...values })
      .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet(values))
      .execute();
    return getFeed(tx);
  });
  return { ...feed, url: `${ctx.origin}/v1/events/feed/${token}/calendar.ics` };
}

export async function withdrawFeed(tx: Tx): Promise<void> {
  await tx.db
    .deleteFrom('calendar_feeds')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .execute();
}

/** 404 for a wrong or former address, and for users who have left. Without notes: other calendars are no place for them. */
export async function readFeed(ctx: PublicCtx, token: string) {
  const { platform } = ctx;
  const companyId = companyOf(token);
  if (companyId === null) throw fail('not_found');
  const found = await inCompany(platform.db, companyId, (db) =>
    db
      .selectFrom('calendar_feeds')
      .select('user_id')
      .where('company_id', '=', companyId)
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst(),
  );
  const actor = found && (await loadActor(platform, companyId, found.user_id, null));
  if (!actor?.has('calendar.read')) throw fail('not_found');
  const events = await inTenant({ ...ctx, actor }, async (tx) => {
    await markRead(tx);
    return listOwn(tx, addDays(today(tx), -feedDays));
  });
  return download(icsOf(events, { name: actor.name, notes: false }));
}

export const exportCalendar = async (ctx: Ctx) =>
  download(icsOf(await inTenant(ctx, (tx) => listOwn(tx, '')), { name: ctx.actor.name, notes: true }));

const download = (text: string) => ({
  name: 'calendar.ics',
  type: 'text/calendar; charset=utf-8',
  content: Readable.from([text]),
});

/** To the hour: calendars ask often. */
const markRead = (tx: Tx) =>
  tx.db
    .updateTable('calendar_feeds')
    .set({ read_at: tx.clock() })
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .where(({ or, eb }) =>
      or([eb('read_at', 'is', null), eb('read_at', '<', new Date(tx.clock().getTime() - hourMs).toISOString())]),
    )
    .execute();

/** Events that end on this day or later, and all that repeat with their exceptions. Of too many, the ones that end last. */
async function listOwn(tx: Tx, from: Local): Promise<IcsEvent[]> {
  const { rows } = await sql<IcsEvent>`
    select e.* from (
      select e.* from events e where e.company_id = ${tx.companyId} and e.owner_id = ${tx.actor.userId}
        and (e.ends >= ${from} or e.rrule is not null or e.series_id is not null)
      order by (e.rrule is not null or e.series_id is not null) desc, e.ends desc, e.id desc limit ${maxEvents}) e
    order by coalesce(e.series_id, e.id), e.series_id nulls first, e.original`.execute(tx.db);
  return rows;
}
