// Entries store ids; their readers see the names of these users, business units, pools and groups as they are now.
import { sql } from 'kysely';
import type { AuditEntry } from '#contract/auditLog.ts';
import type { Tx } from '#kernel/context.ts';

const subjects = ['user', 'business_unit', 'pool', 'group', 'api_key'] as const;
type Kind = (typeof subjects)[number];
type Fields = AuditEntry['before'];
type Named = Pick<AuditEntry, 'of' | 'before' | 'after'>;

const kinds: Record<string, Kind> = {
  manager_id: 'user',
  successor: 'user',
  users: 'user',
  holders: 'user',
  members: 'user',
  business_unit_id: 'business_unit',
  pool: 'pool',
};
const isKind = (type: string): type is Kind => (subjects as readonly string[]).includes(type);

export async function withNames<Entry extends Named>(tx: Tx, entries: Entry[]): Promise<Entry[]> {
  const wanted = Object.fromEntries(subjects.map((kind) => [kind, new Set<number>()])) as Record<Kind, Set<number>>;
  for (const { of, before, after } of entries) {
    if (isKind(of.type)) wanted[of.type].add(of.id);
    for (const [name, value] of [...Object.entries(before ?? {}), ...Object.entries(after ?? {})]) {
      const kind = kindOf(name, of.type);
      if (kind) for (const id of idsIn(name, value)) wanted[kind].add(id);
    }
  }
  const names = {
    user: await namesOf(tx, 'users', sql`trim(t.first_name || ' ' || t.last_name)`, wanted.user),
    business_unit: await namesOf(tx, 'business_units', sql`t.name`, wanted.business_unit),
    pool: await namesOf(tx, 'pools', sql`t.name`, wanted.pool),
    group: await namesOf(tx, 'groups', sql`t.name`, wanted.group),
    api_key: await namesOf(tx, 'api_keys', sql`t.name`, wanted.api_key),
  };
  const named = (fields: Fields, type: string): Fields =>
    fields &&
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const kind = kindOf(name, type);
        const ids = kind ? idsIn(name, value) : [];
        if (!kind || ids.length === 0) return [name, value];
        const said = ids.map((id) => names[kind].get(id) ?? `deleted (${id})`);
        return [name, Array.isArray(value) ? said : said[0]];
      }),
    );
  return entries.map((entry) => {
    const { of } = entry;
    const name = isKind(of.type) ? (names[of.type].get(of.id) ?? null) : null;
    return { ...entry, of: { ...of, name }, before: named(entry.before, of.type), after: named(entry.after, of.type) };
  });
}

/** Rows of a deleted unit or pool moved to another of that kind. */
const kindOf = (field: string, type: string): Kind | undefined => (field === 'moved_to' && isKind(type) ? type : kinds[field]);

/** `users` of an imported file is a count. */
const idsIn = (field: string, value: unknown): number[] =>
  (Array.isArray(value) ? value : field === 'users' ? [] : [value]).filter((id) => typeof id === 'number');

async function namesOf(tx: Tx, table: string, name: ReturnType<typeof sql>, ids: Set<number>): Promise<Map<number, string>> {
  if (ids.size === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id, ${name} as name from ${sql.table(table)} t
    where t.company_id = ${tx.companyId} and t.id = any(${[...ids]}::bigint[])`.execute(tx.db);
  return new Map(rows.map((row) => [row.id, row.name]));
}
