// A leader changes how they take part in a call: their own phone is in it already.
import { sql } from 'kysely';
import { listWatchers } from '#areas/voice/calls/calls.service.ts';
import type { changeWatchMode as ChangeWatchMode } from '#contract/callCentre.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { CallUnreachable } from '#kernel/voice/voice.ts';

type Wanted = InputOf<typeof ChangeWatchMode>['body'];

export async function changeWatchMode(ctx: Ctx, { call_id, mode }: Wanted): Promise<Pick<Wanted, 'mode'>> {
  const { platform, actor } = ctx;
  if (!platform.voice) throw fail('calls.not_configured');
  const sid = await inTenant(ctx, (tx) => findWatching(tx, call_id));
  try {
    await platform.voice.order(actor.companyId, sid, { order: 'watch', mode });
  } catch (err) {
    throw err instanceof CallUnreachable ? fail('calls.unreachable') : err;
  }
  return { mode };
}

/**
 * The phone with which the actor takes part in the call with this sid. A call in which they do not is
 * unknown.
 */
async function findWatching(tx: Tx, sid: string): Promise<string> {
  const { rows } = await sql<{ id: number; state: string }>`
    select k.id, k.state from calls k where k.company_id = ${tx.companyId} and k.sid = ${sid}
      and exists (select from call_watchers w where w.company_id = ${tx.companyId} and w.call_id = k.id and w.user_id = ${tx.actor.userId})`.execute(
    tx.db,
  );
  if (!rows[0]) throw fail('not_found');
  const own = (await listWatchers(tx, [rows[0].id])).find(({ user }) => user.id === tx.actor.userId);
  if (!own) throw fail('calls.ended');
  return own.sid;
}
