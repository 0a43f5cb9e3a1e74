// The law's rules and the company's own, as administrators see and add them.

import { type RawBuilder, sql } from 'kysely';
import { postalAddress } from '#areas/company/settings/settings.service.ts';
import { type ComplianceRule, type ComplianceState, maxOwnRules, type RuleCreate } from '#contract/complianceRules.ts';
import { audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { getSetting, setSetting } from '#kernel/settings.ts';
import { isLooser } from './compliance.strictness.ts';

/** Law and own, in force on the day or not: at most some hundreds. */
export async function listRules(tx: Tx, on: string | undefined): Promise<{ data: ComplianceRule[] }> {
  return { data: await selectRules(tx, sql`${on ?? today(tx)}::date`) };
}

/** In the order of the ids, which decisions name. */
export async function titlesOfRules(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; title: string }>`
    select l.id, l.title from law_rules l where l.id = any(${ids}::text[])
    union all
    select 'own:' || o.id, o.title from contact_rules o where o.company_id = ${tx.companyId} and 'own:' || o.id = any(${ids}::text[])`.execute(
    tx.db,
  );
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return ids.map((id) => titles.get(id) ?? id);
}

export async function createRule(tx: Tx, { confirmed, ...rule }: RuleCreate): Promise<ComplianceRule> {
  if (rule.effective_from < today(tx)) throw wrong('effective_from', 'A rule begins today or later');
  await mustHaveRoom(tx);
  if (rule.replaces !== null) {
    const replaced = (await selectRules(tx, sql`${rule.effective_from}::date`)).find(({ id }) => id === rule.replaces);
    if (!replaced || replaced.id.startsWith('own:')) throw wrong('replaces', 'Choose one of the law’s rules');
    if (isLooser(rule, replaced) && !confirmed) throw fail('compliance.looser');
  }
  const { id } = await tx.db
    .insertInto('contact_rules')
    .values({ ...rule, company_id: tx.companyId, created_by: tx.actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { title, state, replaces, effective_from, effective_until } = rule;
  const after = { title, state, replaces, effective_from, effective_until, ...(confirmed && { confirmed }) };
  await audit(tx, { action: 'compliance.rule_added', of: { type: 'rule', id }, after });
  tellCompliance(tx);
  return getRule(tx, id);
}

export async function endRule(tx: Tx, id: number): Promise<void> {
  const rule = await getRule(tx, id);
  const day = today(tx);
  if (rule.effective_from >= day) {
    await tx.db.deleteFrom('contact_rules').where('company_id', '=', tx.companyId).where('id', '=', id).execute();
  } else {
    await tx.db
      .updateTable('contact_rules')
      .set({ effective_until: day })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .where((eb) => eb.or([eb('effective_until', 'is', null), eb('effective_until', '>', day)]))
      .execute();
  }
  await audit(tx, {
    action: 'compliance.rule_ended',
    of: { type: 'rule', id },
    before: { title: rule.title, state: rule.state },
  });
  tellCompliance(tx);
}

export async function getComplianceState(tx: Tx): Promise<ComplianceState> {
  const { rows } = await sql<Omit<ComplianceState, 'postal_address'>>`
    select n.as_of as national_list_of, n.as_of + (
        select min(l.amount) from law_rules l where l.kind = 'list_age' and l.effective_from <= ${today(tx)}::date
          and not exists (select from contact_rules o where o.company_id = ${tx.companyId} and o.replaces = l.id and o.waived
            and o.effective_from <= ${today(tx)}::date and (o.effective_until is null or o.effective_until > ${today(tx)}::date))) as national_list_until,
      (select count(*) from (select from suppressions s where s.company_id = ${tx.companyId} and s.lifted_at is null limit 100000) s) as suppressed,
      coalesce((select r.state from text_registrations r where r.company_id = ${tx.companyId}), 'draft') as text_registration
    from (select max(d.as_of) as as_of from do_not_call_lists d
      where d.company_id = ${tx.companyId} and d.kind = 'national' and d.status = 'ready') n`.execute(tx.db);
  return {
    ...(rows[0] ?? { national_list_of: null, national_list_until: null, suppressed: 0, text_registration: 'draft' }),
    postal_address: await getSetting(tx, postalAddress),
  };
}

export async function updatePostalAddress(tx: Tx, address: string): Promise<ComplianceState> {
  const before = await getSetting(tx, postalAddress);
  if (before !== address) {
    await setSetting(tx, postalAddress, address);
    const images = { before: { postal_address: before }, after: { postal_address: address } };
    await audit(tx, { action: 'compliance.address_changed', of: { type: 'company', id: tx.companyId }, ...images });
    tellCompliance(tx);
  }
  return getComplianceState(tx);
}

export const tellCompliance = (tx: Tx) => tx.tell({ event: 'compliance.changed' }, { to: 'compliance.manage' });

/** Today in the East, where a day begins first; rules name days. */
export const today = (tx: Tx): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(tx.clock());

async function getRule(tx: Tx, id: number): Promise<ComplianceRule> {
  const rule = (await selectRules(tx, sql`${today(tx)}::date`)).find((each) => each.id === `own:${id}`);
  if (!rule) throw fail('not_found');
  return rule;
}

async function mustHaveRoom(tx: Tx): Promise<void> {
  const { count } = await tx.db
    .selectFrom('contact_rules')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', tx.companyId)
    .executeTakeFirstOrThrow();
  if (count >= maxOwnRules) throw fail('compliance.too_many_rules');
}

async function selectRules(tx: Tx, day: RawBuilder<unknown>): Promise<ComplianceRule[]> {
  const on = (alias: string) => {
    const [from, until] = [sql.ref(`${alias}.effective_from`), sql.ref(`${alias}.effective_until`)];
    return sql<boolean>`(${from} <= ${day} and (${until} is null or ${until} > ${day}))`;
  };
  const columns = (alias: string) => {
    const column = (name: string) => sql.ref(`${alias}.${name}`);
    const names = ['kind', 'state', 'channels', 'amount', 'body', 'title', 'effective_from', 'effective_until'].map(column);
    return sql`${sql.join(names)}, ${column('days')}::int[] as days, to_char(${column('opens_at')}, 'HH24:MI') as opens_at, to_char(${column('closes_at')}, 'HH24:MI') as closes_at`;
  };
  const { rows } = await sql<ComplianceRule>`
    select l.id, ${columns('l')}, l.source, null as replaces, false as waived, s.id is null and ${on('l')} as in_force, s.id as set_aside_by, null::json as created_by
    from law_rules l
    left join lateral (select 'own:' || o.id as id from contact_rules o
      where o.company_id = ${tx.companyId} and o.replaces = l.id and ${on('o')} order by o.id limit 1) s on true
    union all
    select 'own:' || r.id, ${columns('r')}, '', r.replaces, r.waived, ${on('r')}, null,
      (select json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) from users u
       where u.company_id = ${tx.companyId} and u.id = r.created_by)
    from contact_rules r where r.company_id = ${tx.companyId}
    order by kind, state, effective_from, id`.execute(tx.db);
  return rows;
}
