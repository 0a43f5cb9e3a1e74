// Which contacts a list chooses, for the browser: the ids of the first or last n, and the rows of chosen ids.
import { sql } from 'kysely';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { selectFirstLast as SelectFirstLast } from '#contract/contactActions.ts';
import type { ContactRow } from '#contract/contacts.ts';
import type { Selection } from '#contract/contactsScope.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { allOf } from '#kernel/db/sql.ts';
import { limitSearch, rowColumns, rowJoins } from './contacts.lists.ts';
import { selectionOrder } from './contacts.orders.ts';
import { inReach } from './contacts.reach.ts';
import { resolveScope } from './contacts.scope.ts';

type Wanted = InputOf<typeof SelectFirstLast>['body'];

/** The ids in reach, as a bulk action chooses them. */
export async function selectFirstLast(tx: Tx, { select_n, type, contacts_scope }: Wanted) {
  await limitSearch(tx);
  const scope = { ...contacts_scope, select_n, type };
  const { conditions, reach } = await resolveScope(tx, scope);
  const { rows } = await sql<{ id: number }>`
    select c.id from contacts c where ${allOf([...conditions, inReach(reach)])} order by ${selectionOrder(tx, scope, reach)}`.execute(
    tx.db,
  );
  return { ids: rows.map(({ id }) => id) };
}

/** The contacts `c` in reach that a selection chooses. */
export async function chosenBy(tx: Tx, { ids, all, except_ids, contacts_scope }: Selection) {
  const { conditions, reach } = await resolveScope(tx, contacts_scope);
  const named = [sql<boolean>`c.company_id = ${tx.companyId}`, sql<boolean>`c.id = any(${ids}::bigint[])`];
  const wanted = all ? [...conditions, sql<boolean>`c.id <> all(${except_ids}::bigint[])`] : named;
  return { conditions: [...wanted, inReach(reach)], reach };
}

/** The first `limit` by name; deleted ones too. */
export async function listSelected(tx: Tx, ids: number[], limit: number): Promise<{ data: ContactRow[] }> {
  const { rows } = await sql<Omit<ContactRow, 'limited'>>`
    select ${rowColumns(tx)} from contacts c ${rowJoins(tx)}
    where c.company_id = ${tx.companyId} and c.id = any(${ids}::bigint[]) and ${inReach(await reachOfActor(tx))}
    order by c.sort_name, c.id limit ${limit}`.execute(tx.db);
  return { data: rows.map((row) => ({ ...row, limited: false })) };
}
