// A payer's people at a glance: who has which plan, who pays, and how much of it is used.
import { sql } from 'kysely';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { TeamLicence, TeamMember } from '#contract/maxPlus.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { escapeLike, isAny } from '#kernel/db/sql.ts';
import { isPaidBy } from './subscriptions.queries.ts';

type Shared = 'texting' | 'dialer' | 'max_plus';
type LicenceRow = TeamLicence & { user_id: number; product: Shared };

/** People in reach by name; the actor is one of them. */
export async function listTeam(tx: Tx, query: { q: string; page: number; limit: number }) {
  const reach = await reachOfActor(tx);
  const within = reach.company ? sql`true` : isAny('u.id', reach.ownerIds);
  const named = query.q ? sql`u.first_name || ' ' || u.last_name ilike ${`%${escapeLike(query.q)}%`}` : sql`true`;
  const { rows } = await sql<{ id: number; name: string; total: number }>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, count(*) over () as total from users u
    where u.company_id = ${tx.companyId} and u.active and ${within} and ${named}
    order by u.last_name, u.first_name, u.id ${pageSql(query)}`.execute(tx.db);
  const licences = await listLicencesOf(
    tx,
    rows.map(({ id }) => id),
  );
  const data = rows.map(({ id, name }): TeamMember => {
    const of = (product: Shared) => licences.get(`${id} ${product}`) ?? null;
    return { user: { id, name }, texting: of('texting'), dialer: of('dialer'), max_plus: of('max_plus') };
  });
  return { data, meta: pageMeta(query, rows[0]?.total ?? 0) };
}

/** One of each product: that in use, and that somebody else pays, before others. */
async function listLicencesOf(tx: Tx, people: number[]): Promise<Map<string, TeamLicence>> {
  const { rows } = await sql<LicenceRow>`
    select l.user_id, s.product, p.name as plan, p.level, s.payer as type, coalesce(${isPaidBy(tx)}, false) as mine, s.state in ('active', 'past_due') as active,
      l.used, l.allocation, l.cancel_at_end or s.cancel_at_end as ends
    from plan_licences l
      join subscriptions s on s.company_id = ${tx.companyId} and s.id = l.subscription_id
      join plans p on p.company_id = ${tx.companyId} and p.id = s.plan_id
    where l.company_id = ${tx.companyId} and ${isAny('l.user_id', people)} and s.product <> 'account'
      and s.state in ('active', 'past_due', 'unpaid')
    order by s.state in ('active', 'past_due'), s.payer = 'self' desc, l.id desc`.execute(tx.db);
  // The last one of a key stays.
  return new Map(rows.map(({ user_id, product, ...licence }) => [`${user_id} ${product}`, licence]));
}
