// The orders of a contact list. Three have indexes; by any other column the matches are sorted, up to a limit.
import { type RawBuilder, sql } from 'kysely';
import type { ActorReach } from '#areas/identity/users/users.service.ts';
import type { ContactsScope } from '#contract/contactsScope.ts';
import type { Tx } from '#kernel/context.ts';
import { nextStepPlace } from './contacts.nextSteps.ts';
import { inReach } from './contacts.reach.ts';

type Order = ContactsScope['order_field'];

const indexed = { last_name: 'c.sort_name', created_at: 'c.created_at', updated_at: 'c.updated_at' } as const;
type Indexed = keyof typeof indexed;
export const isIndexed = (order: Order): order is Indexed => Object.hasOwn(indexed, order);

/** The PostgreSQL type of a sort value in a cursor. */
export const isMoment = (order: Order) => order === 'created_at' || order === 'updated_at';

/** 704: July 4. */
const monthAndDay = sql<number>`(extract(month from c.birth_date) * 100 + extract(day from c.birth_date))::int`;

/** Text that sorts as people expect: lists in the company's order, days as YYYY-MM-DD; '' where a contact has none. */
const texts: Record<Exclude<Order, Indexed>, (tx: Pick<Tx, 'companyId'>) => RawBuilder<unknown>> = {
  first_name: () => sql`fold(c.first_name)`,
  phone: () => sql`c.phone`,
  email: () => sql`c.email`,
  city: () => sql`fold(c.city || ' ' || c.state)`,
  birth_date: () => sql`coalesce(to_char(c.birth_date, 'YYYY-MM-DD'), '')`,
  // A day early: where some users are it is still yesterday.
  birthday: () => sql`coalesce((case when ${monthAndDay} >= to_char(now() - interval '1 day', 'MMDD')::int then '0' else '1' end)
    || lpad(${monthAndDay}::text, 4, '0'), '2')`,
  status: (tx) => textOf(tx, 'statuses', 'status_id', sql`lpad(t.position::text, 5, '0') || t.key`),
  source: (tx) => textOf(tx, 'sources', 'source_id', sql`t.key`),
  category: (tx) => textOf(tx, 'categories', 'category_id', sql`lpad(t.position::text, 5, '0') || t.key`),
  owner: (tx) => textOf(tx, 'users', 'owner_id', sql`fold(t.first_name || ' ' || t.last_name)`),
  next_step: nextStepPlace,
};
/** A colleague's contact seen as a limited card shows nothing else, so nothing else may place it. */
const shownOnCards: ReadonlySet<Order> = new Set<Order>(['first_name', 'phone', 'status', 'owner']);

const textOf = ({ companyId }: Pick<Tx, 'companyId'>, table: string, column: string, text: RawBuilder<unknown>) =>
  sql`coalesce((select ${text} from ${sql.table(table)} t where t.company_id = ${companyId} and t.id = ${sql.ref(`c.${column}`)}), '')`;

/** The value that places a contact `c` in an order. Equal texts are sorted by name. */
export function placeOf(tx: Pick<Tx, 'companyId'>, { order_field, contact_group }: ContactsScope, reach: ActorReach) {
  if (isIndexed(order_field)) return sql.ref(indexed[order_field]);
  const text = texts[order_field](tx);
  const isCard = contact_group === 'all_agents' && !reach.company && !shownOnCards.has(order_field);
  return sql`((${isCard ? sql`case when ${inReach(reach)} then ${text} else '' end` : text}) || chr(1) || c.sort_name) collate "C"`;
}

/** The list's order. */
export const contactOrder = (tx: Pick<Tx, 'companyId'>, scope: ContactsScope, reach: ActorReach) =>
  selectionOrder(tx, { ...scope, type: 'first' }, reach);

/** The list's order; from its end for the last contacts of it. */
export function selectionOrder(tx: Pick<Tx, 'companyId'>, scope: ContactsScope, reach: ActorReach): RawBuilder<unknown> {
  const direction = sql.raw((scope.order === 'ASC') === (scope.type === 'first') ? 'asc' : 'desc');
  return sql`${placeOf(tx, scope, reach)} ${direction}, c.id ${direction}`;
}
