// How many of a selection may be contacted now, later or not, before anything is sent; and who they are.
import { type RawBuilder, sql } from 'kysely';
import { chosenBy, limitSearch, listSelected } from '#areas/crm/contacts/contacts.service.ts';
import { type Estimate, type estimateContacts, type listEstimatedContacts, maxEstimated } from '#contract/compliance.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { allOf } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { decisionsOn } from './compliance.gate.ts';

type Asked = InputOf<typeof estimateContacts>['body'];

const pageSize = 50;

export async function estimate(tx: Tx, asked: Asked): Promise<Estimate> {
  const at = momentOf(tx, asked);
  const decisions = await decisionsOnSelection(tx, asked, at);
  const { rows } = await sql<Estimate['groups'][number]>`
    select d.answer, d.reason, d.until, count(*)::int as count from (${decisions}) d
    group by 1, 2, 3 order by array_position(array['yes', 'later', 'no'], d.answer), d.until, count(*) desc, d.reason limit 500`.execute(
    tx.db,
  );
  return { at: at.toISOString(), total: rows.reduce((sum, { count }) => sum + count, 0), groups: rows };
}

/** A page of fifty. */
export async function listEstimated(
  tx: Tx,
  { page, answer, reason, until, ...asked }: InputOf<typeof listEstimatedContacts>['body'],
) {
  const decisions = await decisionsOnSelection(tx, asked, momentOf(tx, asked));
  const { rows } = await sql<{ id: number; total: number }>`
    select d.contact_id as id, count(*) over ()::int as total from (${decisions}) d
    join contacts c on c.company_id = ${tx.companyId} and c.id = d.contact_id
    where d.answer = ${answer} and d.reason is not distinct from ${reason}::text and d.until is not distinct from ${until}::timestamptz
    order by c.sort_name, c.id ${pageSql({ page, limit: pageSize })}`.execute(tx.db);
  const { data } = await listSelected(tx, rows.map(({ id }) => id), pageSize); // biome-ignore format: one line
  return { data, meta: pageMeta({ page, limit: pageSize }, rows[0]?.total ?? 0) };
}

const momentOf = (tx: Tx, { at }: Asked): Date => (at ? new Date(at) : tx.clock());

async function decisionsOnSelection(tx: Tx, { channel, purpose, agent, ...selection }: Asked, at: Date) {
  await limitSearch(tx);
  const { conditions, reach } = await chosenBy(tx, selection);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from contacts c where ${allOf(conditions)} limit ${maxEstimated + 1}) c`.execute(tx.db);
  if ((rows[0]?.count ?? 0) > maxEstimated) throw fail('compliance.too_many');
  const asked = sql`select c.id as contact_id, null::text as address, 1 as position from contacts c where ${allOf(conditions)}`;
  const decisions = decisionsOn(tx, reach, asked, { channel, purpose, at, ...(agent === 'me' && { agentId: tx.actor.userId }) });
  return channel === 'call' ? decisions : onceAnAddress(decisions);
}

/** Decisions on messages of one send: each address gets one, for the first of its contacts, as `prepareMessages` stores them. */
export const onceAnAddress = (decisions: RawBuilder<unknown>) => sql`
  select d.contact_id, d.address, d.zones, case when d.place > 1 then 'no' else d.answer end as answer,
    case when d.place > 1 then 'same_address' else d.reason end as reason, case when d.place > 1 then null else d.until end as until
  from (select a.*, case when a.answer <> 'no' then
      row_number() over (partition by a.address, a.answer <> 'no' order by a.contact_id) else 1 end as place from (${decisions}) a) d`;
