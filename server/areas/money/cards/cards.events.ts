// Events of the card processor. A call is only a hint: it is stored by its name, and its object is asked for
// anew, so late, repeated and swapped calls end alike. Our own metadata on the object names the company.
import { sql } from 'kysely';
import { loadActor, system } from '#kernel/actors.ts';
import type { CardEvent, EventObject } from '#kernel/cards/cards.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import type { Db } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';
import type { AccountHook, RawCall } from '#kernel/http/hooks.ts';
import type { Chore } from '#kernel/jobs/housekeeping.ts';
import { cardJobs } from './cards.jobs.ts';
import { mustHaveCards } from './cards.service.ts';

type Ctx = Pick<WorkCtx, 'platform' | 'clock' | 'log'>;

export const signatureHeader = 'stripe-signature';

export const stripeHook: AccountHook = {
  name: 'stripe',
  async receive(ctx: Ctx, { body, header }: Pick<RawCall, 'body' | 'header'>) {
    const event = mustHaveCards(ctx.platform).readEvent(body, header(signatureHeader), ctx.clock());
    if (!event) {
      ctx.log.warn('a call in the name of the card processor has a wrong signature');
      throw fail('webhooks.forged');
    }
    await storeEvent(ctx.platform.db, event, ctx.clock());
    await tryWork(ctx, event.id);
  },
};

/** One that cannot be worked on waits for the next hour, and keeps no other waiting. */
async function tryWork(ctx: Ctx, id: string): Promise<void> {
  try {
    await workOn(ctx, id);
  } catch (err) {
    ctx.log.warn({ err, event: id }, 'an event of the card processor waits');
  }
}

const storeEvent = (db: Db, { id, type, about }: CardEvent, now: Date) =>
  sql`insert into card_events (id, type, about, object_id, received_at)
    values (${id}, ${type}, ${about?.kind ?? null}, ${about?.id ?? null}, ${now}) on conflict do nothing`.execute(db);

/** Finds the company, and gives it a job. An event that is done stays so; one that is worked on twice at once begins the same job twice. */
async function workOn(ctx: Ctx, id: string): Promise<void> {
  const { db } = ctx.platform;
  const { rows } = await sql<{ about: EventObject['kind'] | null; object_id: string | null }>`
    select about, object_id from card_events where id = ${id} and state = 'waiting'`.execute(db);
  const [event] = rows;
  if (!event) return;
  if (event.about && event.object_id) await giveToOwner(ctx, { kind: event.about, id: event.object_id });
  await sql`update card_events set state = 'done', finished_at = ${ctx.clock()} where id = ${id}`.execute(db);
}

async function giveToOwner(ctx: Ctx, about: EventObject): Promise<void> {
  const owner = await mustHaveCards(ctx.platform).ownerOf(about);
  const companyId = numberOf(owner?.company);
  const actor = companyId && (await loadActor(ctx.platform, companyId, system.userId, null));
  if (!actor) return; // something else of this account: another installation's, or made by hand
  const [payment, refund] = [numberOf(owner?.payment), numberOf(owner?.refund)];
  await inTenant({ ...ctx, actor }, async (tx) =>
    tx.enqueue(cardJobs.heard, { ...about, payment, refund }, { key: `heard:${about.id}` }),
  );
}

const numberOf = (text = ''): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

export const cardChores: Chore[] = [
  {
    name: 'work on events of the card processor',
    async run(db, { log, ...platform }) {
      if (!platform.cards) return;
      const ctx = { platform: { log, ...platform }, clock: platform.clock, log };
      const { rows } = await sql<{ id: string }>`
        select id from card_events where state = 'waiting' order by received_at limit 1000`.execute(db);
      for (const { id } of rows) await tryWork(ctx, id);
    },
  },
  {
    /** Waiting events go, too: the comparison with the processor's list has shown by then what they were about. */
    name: 'forget old events of the card processor',
    run: (db, { clock }) =>
      sql`delete from card_events where received_at < ${new Date(clock().getTime() - 30 * 86_400_000)}`.execute(db),
  },
];
