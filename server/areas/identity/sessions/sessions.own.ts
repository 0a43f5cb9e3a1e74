// Lists and ends the user's own sessions.

import type { Session } from '#contract/sessions.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { plainAddress } from '#kernel/http/addresses.ts';
import { describeDevice } from './sessions.device.ts';
import { findLiveSession, listLiveSessions } from './sessions.queries.ts';
import { endSessions } from './sessions.service.ts';

export async function listSessions(tx: Tx) {
  const rows = await listLiveSessions(tx);
  const data = rows.map(({ device, method, ...row }) => ({
    ...row,
    address: plainAddress(row.address) ?? row.address,
    method: method as Session['method'],
    device: describeDevice(device),
    current: row.id === tx.actor.sessionId,
  }));
  return { data };
}

export async function revokeSession(tx: Tx, id: number): Promise<void> {
  const session = await findLiveSession(tx, id);
  if (session?.user_id !== tx.actor.userId || session.impersonator_id !== null) throw fail('not_found');
  await endSessions(tx, { ids: [id] });
}

export async function revokeOtherSessions(tx: Tx) {
  return { revoked: await endSessions(tx, { ofUser: tx.actor.userId, except: tx.actor.sessionId }) };
}
