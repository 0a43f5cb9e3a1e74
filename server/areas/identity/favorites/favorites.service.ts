// The people that a user works with. One may choose people of the own unit, those above, and everyone in reach.
import { sql } from 'kysely';
import { isFavorite, reachOfActor } from '#areas/identity/users/users.service.ts';
import { type Favorite, maxFavorites } from '#contract/favorites.ts';
import { userFileUrl } from '#contract/webpageParts.ts';
import type { Tx } from '#kernel/context.ts';
import { type Condition, escapeLike } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';

/** A colleague who is out of reach is not shown, and is a favorite again once in reach. */
export const listFavorites = async (tx: Tx) => ({
  data: await listPeople(tx, sql`${isFavorite(tx, 'u.id')} and ${await isColleague(tx)}`, maxFavorites),
});

export async function listColleagues(tx: Tx, q: string) {
  const named = sql<boolean>`fold(u.first_name || ' ' || u.last_name) like '%' || fold(${escapeLike(q)}) || '%'`;
  return { data: await listPeople(tx, sql`${await isColleague(tx)} and ${named} and not ${isFavorite(tx, 'u.id')}`, 50) };
}

/** Adding one who is there already changes nothing. */
export async function createFavorite(tx: Tx, id: number) {
  const [person] = await listPeople(tx, sql`u.id = ${id} and ${await isColleague(tx)}`, 1);
  if (!person) throw wrong('favorite_id', 'There is no such colleague');
  const { data } = await listFavorites(tx);
  if (data.some((one) => one.id === id)) return { data };
  if (data.length >= maxFavorites) throw wrong('favorite_id', `You can have ${maxFavorites} favorites. Remove one first.`);
  await tx.db
    .insertInto('favorite_users')
    .values({ company_id: tx.companyId, user_id: tx.actor.userId, favorite_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return changed(tx);
}

export async function deleteFavorite(tx: Tx, id: number) {
  const { numDeletedRows } = await tx.db
    .deleteFrom('favorite_users')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .where('favorite_id', '=', id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw fail('not_found');
  return changed(tx);
}

/** The user's other screens follow. */
function changed(tx: Tx) {
  tx.tell({ event: 'me.changed' }, { to: [tx.actor.userId] });
  return listFavorites(tx);
}

async function isColleague(tx: Tx): Promise<Condition> {
  const reach = await reachOfActor(tx);
  const { userId, businessUnitId } = tx.actor;
  if (reach.company) return sql<boolean>`u.id <> ${userId}`;
  return sql<boolean>`(u.id <> ${userId} and (
    u.business_unit_id = ${businessUnitId} or u.id = any(${reach.ownerIds}::bigint[]) or u.id in (
      with recursive above as (
        select id, manager_id from users where company_id = ${tx.companyId} and id = ${userId}
        union
        select m.id, m.manager_id from users m join above a on m.id = a.manager_id where m.company_id = ${tx.companyId}
      ) select id from above)))`;
}

/** Active ones, by name. */
async function listPeople(tx: Tx, where: Condition, most: number): Promise<Favorite[]> {
  const { rows } = await sql<{ id: number; name: string; title: string; photo_id: number | null }>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.title, u.photo_id from users u
    where u.company_id = ${tx.companyId} and u.active and ${where}
    order by u.last_name collate by_name, u.first_name collate by_name, u.id limit ${most}`.execute(tx.db);
  return rows.map(({ photo_id, ...person }) => ({
    ...person,
    favorite_id: person.id,
    photo: userFileUrl(person.id, 'personal_photo', photo_id),
  }));
}
