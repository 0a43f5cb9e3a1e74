// Templates of texts. The rules for seeing and changing them are those of mail templates.
import { sql } from 'kysely';
import { maxEmailsOfUser } from '#contract/emailLists.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type {
  listTextTemplates as ListTextTemplates,
  TextTemplate,
  TextTemplateCreate,
  TextTemplateUpdate,
} from '#contract/textTemplates.ts';
import type { Tx } from '#kernel/context.ts';
import { allOf, type Condition, escapeLike } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { mayUpdate, mustShare, visibleToActor } from './templates.queries.ts';
import { tellTemplates } from './templates.tell.ts';

const maxListed = 500;
const maxReady = 100;

async function list(tx: Tx, conditions: Condition[], limit: number): Promise<TextTemplate[]> {
  const { visible, reach } = await visibleToActor(tx);
  const { rows } = await sql<Omit<TextTemplate, 'can'>>`
    select t.id, t.name, t.body, t.share, t.version, t.updated_at,
      json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) as owner
    from text_templates t join users u on u.company_id = ${tx.companyId} and u.id = t.owner_id
    where t.company_id = ${tx.companyId} and ${allOf([visible, ...conditions])}
    order by t.name collate by_name, t.id limit ${limit}`.execute(tx.db);
  return rows.map((row) => ({ ...row, can: { update: mayUpdate(tx, reach, row) } }));
}

const matching = (q: string): Condition[] => (q ? [sql<boolean>`t.search like '%' || fold(${escapeLike(q)}) || '%'`] : []);
const own = (tx: Tx) => sql<boolean>`(t.share <> 'private' or t.owner_id = ${tx.actor.userId})`;
const is = (id: number) => sql<boolean>`t.id = ${id}`;

export const listTextTemplates = async (tx: Tx, { q, all }: InputOf<typeof ListTextTemplates>['query']) => ({
  data: await list(tx, [...matching(q), ...(all ? [] : [own(tx)])], maxListed),
});

export const listReadyTextTemplates = async (tx: Tx, q: string) => ({
  data: await list(tx, [...matching(q), own(tx)], maxReady),
});

export async function createTextTemplate(tx: Tx, given: TextTemplateCreate): Promise<TextTemplate> {
  const { userId } = tx.actor;
  mustShare(tx, given.share);
  await mustHaveRoom(tx);
  const { id } = await tx.db
    .insertInto('text_templates')
    .values({ ...given, company_id: tx.companyId, owner_id: userId, updated_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tellTemplates(tx, [{ share: given.share, owner: { id: userId } }]);
  return getTextTemplate(tx, id);
}

export async function updateTextTemplate(tx: Tx, id: number, { version, ...given }: TextTemplateUpdate): Promise<TextTemplate> {
  const stored = await lockUpdatable(tx, id);
  if (version !== undefined && version !== stored.version) throw fail('emails.stale');
  if (given.share && given.share !== stored.share) mustShare(tx, given.share);
  if (Object.values(given).some((value) => value !== undefined))
    await tx.db
      .updateTable('text_templates')
      .set((eb) => ({ ...given, version: eb('version', '+', 1), updated_at: tx.clock(), updated_by: tx.actor.userId }))
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .execute();
  await tellTemplates(tx, [stored, { ...stored, share: given.share ?? stored.share }]);
  return getTextTemplate(tx, id);
}

export async function deleteTextTemplate(tx: Tx, id: number): Promise<void> {
  const stored = await lockUpdatable(tx, id);
  await tx.db.deleteFrom('text_templates').where('company_id', '=', tx.companyId).where('id', '=', id).execute();
  await tellTemplates(tx, [stored]);
}

async function getTextTemplate(tx: Tx, id: number): Promise<TextTemplate> {
  const [found] = await list(tx, [is(id)], 1);
  if (!found) throw fail('not_found');
  return found;
}

async function lockUpdatable(tx: Tx, id: number): Promise<TextTemplate> {
  await sql`select from text_templates where company_id = ${tx.companyId} and id = ${id} for update`.execute(tx.db);
  const stored = await getTextTemplate(tx, id);
  if (!stored.can.update) throw fail('forbidden');
  return stored;
}

async function mustHaveRoom(tx: Tx): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from text_templates where company_id = ${tx.companyId} and owner_id = ${tx.actor.userId}`.execute(tx.db);
  if ((rows[0]?.count ?? 0) >= maxEmailsOfUser) throw wrong('name', `You can have ${maxEmailsOfUser} templates at most`);
}
