// Tags: searched with counts, made, put on one contact or on a selection.
import { sql } from 'kysely';
import { startBulkAction } from '#areas/crm/bulk/bulk.service.ts';
import { inReach, limitSearch, resolveScope, setTags } from '#areas/crm/contacts/contacts.service.ts';
import type { ContactsScope, Selection } from '#contract/contactsScope.ts';
import type { Tag, TagCreate } from '#contract/tags.ts';
import type { Tx } from '#kernel/context.ts';
import { hasCode } from '#kernel/db/database.ts';
import { allOf, escapeLike, isAny } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { tagOperation } from './tags.operations.ts';

const maxTags = 100;
/** With counts fewer: each is a look into the index of its own. */
const maxCounted = 30;
const countCap = 1_000;

interface TagSearch {
  q: string;
  /** Only these tags, whatever their names. */
  ids: number[] | null;
}

type CountedTag = Tag & { contacts_count: number | null; contacts_count_capped: boolean };

export async function searchTags(tx: Tx, { q, ids }: TagSearch, scope: ContactsScope | null): Promise<{ data: CountedTag[] }> {
  const wanted = ids ? isAny('id', ids) : sql`key like fold(${`%${escapeLike(q)}%`})`;
  const matching = sql`select id, name, color, key from tags
    where company_id = ${tx.companyId} and ${wanted} order by key limit ${scope ? maxCounted : maxTags}`;
  if (!scope) {
    const { rows } = await sql<Tag>`select id, name, color from (${matching}) t order by key`.execute(tx.db);
    return { data: rows.map((tag) => ({ ...tag, contacts_count: null, contacts_count_capped: false })) };
  }
  await limitSearch(tx);
  const { conditions, reach } = await resolveScope(tx, scope);
  const seen = allOf([...conditions, inReach(reach)]); // a limited card shows no tags
  const { rows } = await sql<Tag & { count: number }>`
    select t.id, t.name, t.color, counted.count from (${matching}) t cross join lateral (
      select count(*) from (select from contacts c where ${seen} and c.tags @> array[t.id] limit ${countCap + 1}) found) counted
    order by t.key`.execute(tx.db);
  return {
    data: rows.map(({ count, ...tag }) => ({
      ...tag,
      contacts_count: Math.min(count, countCap),
      contacts_count_capped: count > countCap,
    })),
  };
}

export async function createTag(tx: Tx, { name, color }: TagCreate): Promise<Tag> {
  const tag = await tx.db
    .insertInto('tags')
    .values({ company_id: tx.companyId, name, color })
    .returning(['id', 'name', 'color'])
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (hasCode(error, '23505')) throw fail('tags.name_taken', { errors: { name: ['A tag with this name exists already'] } });
      throw error;
    });
  tx.tell({ event: 'tag.changed' }, { to: 'tags.read' });
  return tag as Tag;
}

/** Tags by name, made where they are missing; for imports, which name them. */
export async function findOrCreateTags(tx: Tx, wanted: TagCreate[]): Promise<Map<string, number>> {
  if (wanted.length === 0) return new Map();
  const names = wanted.map((tag) => tag.name);
  const colors = wanted.map((tag) => tag.color);
  const made = await sql`
    insert into tags (company_id, name, color)
    select distinct on (fold(w.name)) ${tx.companyId}::bigint, w.name, w.color from unnest(${names}::text[], ${colors}::text[]) w(name, color)
    on conflict do nothing returning id`.execute(tx.db);
  if (made.rows.length > 0) tx.tell({ event: 'tag.changed' }, { to: 'tags.read' });
  const { rows } = await sql<{ name: string; id: number }>`
    select w.name, t.id from unnest(${names}::text[]) w(name) join tags t on t.company_id = ${tx.companyId} and t.key = fold(w.name)`.execute(
    tx.db,
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}

export async function tagContact(tx: Tx, { id, tags, before }: { id: number; tags: number[]; before?: number[] | undefined }) {
  const wanted = await mustKnowTags(tx, tags);
  const row = await setTags(tx, id, wanted, before);
  return { id: row.id, tags: row.tags, version: row.version };
}

export async function tagSelection(tx: Tx, selection: Selection, { add, remove }: { add: number[]; remove: number[] }) {
  return startBulkAction(tx, tagOperation, selection, { add: await mustKnowTags(tx, add), remove });
}

async function mustKnowTags(tx: Tx, ids: number[]): Promise<number[]> {
  const wanted = [...new Set(ids)];
  const { rows } = await sql<{ count: number }>`
    select count(*) from tags where company_id = ${tx.companyId} and id = any(${wanted}::bigint[])`.execute(tx.db);
  if (rows[0]?.count !== wanted.length) throw wrong('tags', 'One of these tags no longer exists');
  return wanted;
}
