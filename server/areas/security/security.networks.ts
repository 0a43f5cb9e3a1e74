// From which networks a company lets its people in: a list of its administrators', heeded at sign-in and by every call.
import { sql } from 'kysely';
import { recheckSockets } from '#areas/sessions/sessions.service.ts';
import type { Network } from '#contract/security.ts';
import type { Tx } from '#kernel/context.ts';
import { constraintOf, hasCode } from '#kernel/database.ts';
import { fail } from '#kernel/errors.ts';
import { isAllowed } from '#kernel/sessions.ts';
import { escapeLike } from '#kernel/sql.ts';
import { tellAdministrators } from './security.mails.ts';

export async function listNetworks(tx: Tx, { q, page, limit }: { q: string; page: number; limit: number }) {
  const found = tx.db
    .selectFrom('networks')
    .where('company_id', '=', tx.companyId)
    .where(sql<boolean>`(network::text || ' ' || lower(note)) like '%' || ${escapeLike(q.toLowerCase())} || '%'`);
  const { total_count } = await found.select((eb) => eb.fn.countAll<number>().as('total_count')).executeTakeFirstOrThrow();
  const data = await found
    .select(columns)
    .orderBy('networks.network')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { data, meta: { page, limit, total_count, total_pages: Math.ceil(total_count / limit) } };
}

const columns = ['id', sql<string>`network::text`.as('network'), 'note', 'created_at'] as const;

/** Each call looks through all of them, and so does whoever reads the list. */
const most = 100;

/** `address`: where the actor is, who must still be let in afterwards. */
export async function createNetwork(
  tx: Tx,
  address: string,
  { network, note }: { network: string; note: string },
): Promise<Network> {
  const clean = await networkOf(tx, network);
  await lockList(tx);
  const { count } = await tx.db
    .selectFrom('networks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', tx.companyId)
    .executeTakeFirstOrThrow();
  if (count >= most) throw fail('invalid', { errors: { network: [`There are ${most} already: put some together`] } });
  try {
    const row = await tx.db
      .insertInto('networks')
      .values({ company_id: tx.companyId, network: clean, note, created_by: tx.actor.userId })
      .returning(columns)
      .executeTakeFirstOrThrow();
    await mustStayIn(tx, address);
    recheckSockets(tx);
    await tellAdministrators(tx, { what: 'network added', of: row.network });
    return row;
  } catch (error) {
    if (hasCode(error, '23505') && constraintOf(error)?.includes('_network_key')) throw fail('networks.taken');
    throw error;
  }
}

export async function deleteNetwork(tx: Tx, address: string, id: number): Promise<void> {
  await lockList(tx);
  await mustStayIn(tx, address); // somebody may have taken the actor's own away just now
  const removed = await tx.db
    .deleteFrom('networks')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  if (!removed) throw fail('not_found');
  await mustStayIn(tx, address);
  recheckSockets(tx);
  await tellAdministrators(tx, { what: 'network removed', of: removed.network });
}

/** Two at once would each take the other's entry for one that stays. */
const lockList = (tx: Tx) =>
  tx.db.selectFrom('companies').select('company_id').where('company_id', '=', tx.companyId).forUpdate().executeTakeFirstOrThrow();

/** As PostgreSQL writes it: `203.0.113.7` is the network of that address alone, and bits beyond the mask are cut. */
async function networkOf(tx: Tx, given: string): Promise<string> {
  const text = given.replace(/^::ffff:(?=\d+\.)/i, ''); // as a server that listens on IPv6 too sees IPv4
  const invalid = fail('invalid', { errors: { network: ['Enter an address or a network, as 203.0.113.7 or 203.0.113.0/24'] } });
  if (!/^[0-9a-f:.]{2,45}(?:\/\d{1,3})?$/i.test(text)) throw invalid;
  const { valid } = await tx.db
    .selectNoFrom(sql<boolean>`pg_input_is_valid(${text}, 'inet')`.as('valid'))
    .executeTakeFirstOrThrow();
  if (!valid) throw invalid;
  const { network } = await tx.db.selectNoFrom(sql<string>`network(${text}::inet)::text`.as('network')).executeTakeFirstOrThrow();
  return network;
}

async function mustStayIn(tx: Tx, address: string) {
  const { allowed } = await tx.db.selectNoFrom(isAllowed(tx.companyId, address).as('allowed')).executeTakeFirstOrThrow();
  if (!allowed) throw fail('networks.locks_out');
}
