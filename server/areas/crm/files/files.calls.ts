// Recordings of calls with a contact.
import { type RawBuilder, sql } from 'kysely';
import { mustReachContact } from '#areas/crm/contacts/contacts.service.ts';
import type { CallFile, listCallFiles as ListCallFiles } from '#contract/files.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { audit } from '#kernel/audit.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { allOf, type Condition, escapeLike } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { keepFile, listFiles } from '#kernel/files/files.ts';
import type { Download } from '#kernel/http/downloads.ts';
import { downloadOf } from './files.download.ts';
import { callRecording, type Place, personAs } from './files.queries.ts';

type Query = InputOf<typeof ListCallFiles>['query'];

const orders: Record<Query['order_field'], RawBuilder<unknown>> = {
  started_at: sql`r.started_at`,
  seconds: sql`r.seconds`,
  number: sql`r.number`,
};

export async function listCallFiles(tx: Tx, contactId: number, { q, order, order_field, ...page }: Query) {
  await mustReachContact(tx, contactId);
  const conditions = [sql<boolean>`r.contact_id = ${contactId}`, ...(q ? [isAbout(q)] : [])];
  const direction = sql.raw(order);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from call_files r ${withUser(tx)} where r.company_id = ${tx.companyId} and ${allOf(conditions)}`.execute(
    tx.db,
  );
  const { rows } = await sql<CallFile>`
    ${selectCalls(tx, conditions)} order by ${orders[order_field]} ${direction}, r.id ${direction} ${pageSql(page)}`.execute(
    tx.db,
  );
  return { data: rows, meta: pageMeta(page, counted[0]?.count ?? 0) };
}

/** In its number, however it is written, or in the user's name. */
function isAbout(q: string): Condition {
  const digits = q.replace(/\D/g, '');
  const named = sql<boolean>`fold(trim(u.first_name || ' ' || u.last_name)) like fold(${`%${escapeLike(q)}%`})`;
  return digits ? sql<boolean>`(r.number like ${`%${digits}%`} or ${named})` : named;
}

const withUser = (tx: Tx) => sql`left join users u on u.company_id = ${tx.companyId} and u.id = r.user_id`;

/** From `call_files r`. */
const selectCalls = (tx: Tx, conditions: Condition[]) => sql<CallFile>`
  select r.id, r.direction, r.number, r.started_at, r.seconds, ${personAs('u')} as user, f.type, f.size
  from call_files r ${withUser(tx)}
  join files f on f.company_id = ${tx.companyId} and f.kind = ${callRecording} and f.owner_id = r.id and f.state = 'kept'
  where r.company_id = ${tx.companyId} and ${allOf(conditions)}`;

export const openCallFile = (ctx: Ctx, { contactId, id }: Place): Promise<Download> =>
  open(ctx, id, async (tx) => {
    await mustReachContact(tx, contactId);
    return [sql<boolean>`r.contact_id = ${contactId}`];
  });

/** For the phone, which has decided who may hear it. */
export const openCallFileById = (ctx: Ctx, id: number): Promise<Download> => open(ctx, id, async () => []);

async function open(ctx: Ctx, id: number, decide: (tx: Tx) => Promise<Condition[]>): Promise<Download> {
  const { call, parts } = await inTenant(ctx, async (tx) => {
    const found = [sql<boolean>`r.id = ${id}`, ...(await decide(tx))];
    const { rows } = await selectCalls(tx, found).execute(tx.db);
    if (!rows[0]) throw fail('not_found');
    if (!ctx.isHead) await auditListening(tx, id);
    return { call: rows[0], parts: await listFiles(tx, { kind: callRecording, owner: id }) };
  });
  const ending = call.type === 'audio/mpeg' ? '.mp3' : call.type === 'audio/wav' ? '.wav' : '';
  return downloadOf(ctx, { ...call, name: `Call ${call.started_at.slice(0, 10)} ${call.number}${ending}` }, parts);
}

/** A player asks for a recording in many parts: one entry an hour for each listener. */
async function auditListening(tx: Tx, id: number): Promise<void> {
  const since = new Date(tx.clock().getTime() - 3_600_000);
  const { rows } = await sql`
    select from audit_log a where a.company_id = ${tx.companyId} and a.of_type = 'call_file' and a.of_id = ${id} and a.at > ${since}::timestamptz
      and a.actor_id = ${tx.actor.userId} and a.impersonator_id is not distinct from ${tx.actor.impersonatorId}::bigint limit 1`.execute(
    tx.db,
  );
  if (rows.length === 0) await audit(tx, { action: 'calls.recording_heard', of: { type: 'call_file', id } });
}

/** The number was no contact's, or another's. */
export const linkCallFile = (tx: Tx, id: number, contact_id: number) =>
  tx.db.updateTable('call_files').set({ contact_id }).where('company_id', '=', tx.companyId).where('id', '=', id).execute();

/** For the phone: keeps a stored recording, in the transaction that ends the call. Answers its id. */
export async function keepCallFile(
  tx: Tx,
  file: { id: number },
  call: {
    /** Null: the number is no contact's. */
    contact_id: number | null;
    user_id: number | null;
    direction: CallFile['direction'];
    number: string;
    started_at: string;
    seconds: number;
  },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('call_files')
    .values({ ...call, company_id: tx.companyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepFile(tx, file, { kind: callRecording, owner: id });
  return id;
}
