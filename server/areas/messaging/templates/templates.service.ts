// E-mail templates: kept by a user, for a team or for the company; changed by those who reach their owner.
import { sql } from 'kysely';
import { type EmailShare, maxEmailsOfUser } from '#contract/emailLists.ts';
import type { Email, EmailCreate, EmailRow, EmailUpdate, listEmails as ListEmails } from '#contract/emails.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { type MailDoc, mailTextOf, picturesIn } from '#contract/kit/mailDoc.ts';
import type { Tx } from '#kernel/context.ts';
import { escapeLike } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { listEmailFiles, mustKnowFiles } from './templates.files.ts';
import {
  findStored,
  listRows,
  lockEmails,
  mayUpdate,
  mustShare,
  placeAfter,
  placeAtEnd,
  type StoredEmail,
  visibleToActor,
} from './templates.queries.ts';
import { tellTemplates } from './templates.tell.ts';

export { stopsOf } from './templates.checks.ts';
export { addEmailFile, emailFile, type LoadedFile, listEmailFiles, loadEmailFiles, mustKnowFiles } from './templates.files.ts';
export { type Foot, footOf, type Licence, licenceLine } from './templates.foot.ts';
export { previewMail } from './templates.preview.ts';
export { renderMail } from './templates.render.ts';
export { findSignature } from './templates.signature.ts';
export { getSender, inventedRecipient, listRecipients, type Recipient } from './templates.values.ts';

const maxListed = 500;
const maxReady = 100;

const orders = {
  position: (way: 'ASC' | 'DESC') => sql`order by t.position ${sql.raw(way)}, t.id ${sql.raw(way)}`,
  name: (way: 'ASC' | 'DESC') => sql`order by t.name collate by_name ${sql.raw(way)}, t.id ${sql.raw(way)}`,
  updated_at: (way: 'ASC' | 'DESC') => sql`order by t.updated_at ${sql.raw(way)}, t.id ${sql.raw(way)}`,
  used: (way: 'ASC' | 'DESC') => sql`order by t.used ${sql.raw(way)}, t.id ${sql.raw(way)}`,
};

export async function listEmails(tx: Tx, { q, order, order_field, all }: InputOf<typeof ListEmails>['query']) {
  const { visible, reach } = await visibleToActor(tx);
  const own = all ? sql<boolean>`true` : sql<boolean>`(t.share <> 'private' or t.owner_id = ${tx.actor.userId})`;
  const rows = await listRows(tx, [visible, own, matching(q)], orders[order_field](order), maxListed);
  return { data: rows.map((row) => presentRow(row, mayUpdate(tx, reach, row))) };
}

/** Private ones of others stay theirs, also for those who lead them. */
export async function listReadyEmails(tx: Tx, q: string): Promise<{ data: EmailRow[] }> {
  const { visible, reach } = await visibleToActor(tx);
  const ready = sql<boolean>`t.active and (t.share <> 'private' or t.owner_id = ${tx.actor.userId})`;
  const rows = await listRows(tx, [visible, ready, matching(q)], orders.position('ASC'), maxReady);
  return { data: rows.map((row) => presentRow(row, mayUpdate(tx, reach, row))) };
}

const matching = (q: string) => (q ? sql<boolean>`t.search like '%' || fold(${escapeLike(q)}) || '%'` : sql<boolean>`true`);

export async function getEmail(tx: Tx, id: number): Promise<Email> {
  const { visible, reach } = await visibleToActor(tx);
  const [stored] = await findStored(tx, [id], visible);
  if (!stored) throw fail('not_found');
  return present(tx, stored, mayUpdate(tx, reach, stored));
}

/** The named templates that the actor sees, as they are stored. */
export async function findEmails(tx: Tx, ids: readonly number[]): Promise<StoredEmail[]> {
  if (ids.length === 0) return [];
  const { visible } = await visibleToActor(tx);
  return findStored(tx, ids, visible);
}

export async function createEmail(tx: Tx, { doc, ...data }: EmailCreate): Promise<Email> {
  mustShare(tx, data.share);
  await mustHaveRoom(tx);
  await mustKnowFiles(tx, { pictures: picturesIn(doc), attachments: data.attachments });
  const { id } = await tx.db
    .insertInto('emails')
    .values({
      ...data,
      ...columnsOf(doc),
      company_id: tx.companyId,
      owner_id: tx.actor.userId,
      updated_by: tx.actor.userId,
      position: await placeAtEnd(tx),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tellTemplates(tx, [{ share: data.share, owner: { id: tx.actor.userId } }]);
  return getEmail(tx, id);
}

export async function updateEmail(tx: Tx, id: number, change: EmailUpdate): Promise<Email> {
  const { version, after_id, doc, ...data } = change;
  const [stored] = await lockUpdatable(tx, [id]);
  if (!stored) throw fail('not_found');
  if (version !== undefined && version !== stored.version) throw fail('emails.stale');
  if (data.share && data.share !== stored.share) mustShare(tx, data.share);
  if (doc || data.attachments)
    await mustKnowFiles(tx, {
      pictures: doc ? picturesIn(doc) : stored.pictures,
      attachments: data.attachments ?? stored.attachments,
      kept: [...stored.pictures, ...stored.attachments],
    });
  const columns = { ...data, ...(doc && columnsOf(doc)) };
  if (Object.values(columns).some((value) => value !== undefined))
    await tx.db
      .updateTable('emails')
      .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_at: tx.clock(), updated_by: tx.actor.userId }))
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .execute();
  if (after_id !== undefined) await moveEmail(tx, id, after_id);
  await tellTemplates(tx, [stored, { ...stored, share: data.share ?? stored.share }]);
  return getEmail(tx, id);
}

/** A send was asked for with it. */
export async function markUsed(tx: Tx, id: number): Promise<void> {
  await sql`update emails set used = used + 1, last_used_at = ${tx.clock()} where company_id = ${tx.companyId} and id = ${id}`.execute(
    tx.db,
  );
}

export async function deleteEmail(tx: Tx, id: number): Promise<void> {
  await bulkUpdateEmails(tx, { ids: [id], delete: true });
}

interface BulkChange {
  ids: number[];
  active?: boolean | undefined;
  share?: EmailShare | undefined;
  delete?: true | undefined;
}

export async function bulkUpdateEmails(tx: Tx, { ids, active, share, delete: remove }: BulkChange): Promise<{ changed: number }> {
  const stored = await lockUpdatable(tx, [...new Set(ids)]);
  const wanted = stored.map(({ id }) => id);
  if (share && stored.some((email) => email.share !== share)) mustShare(tx, share);
  if (remove) await sql`delete from emails where company_id = ${tx.companyId} and id = any(${wanted}::bigint[])`.execute(tx.db);
  else
    await sql`
      update emails set active = coalesce(${active ?? null}::boolean, active), share = coalesce(${share ?? null}::text, share),
        version = version + 1, updated_at = ${tx.clock()}, updated_by = ${tx.actor.userId}
      where company_id = ${tx.companyId} and id = any(${wanted}::bigint[])`.execute(tx.db);
  await tellTemplates(tx, [...stored, ...(share ? stored.map((email) => ({ ...email, share })) : [])]);
  return { changed: wanted.length };
}

/** All of them, or `not_found` and `forbidden`. */
async function lockUpdatable(tx: Tx, ids: number[]): Promise<StoredEmail[]> {
  const { visible, reach } = await visibleToActor(tx);
  await lockEmails(tx, ids);
  const stored = await findStored(tx, ids, visible);
  if (stored.length < ids.length) throw fail('not_found');
  if (stored.some((email) => !mayUpdate(tx, reach, email))) throw fail('forbidden');
  return stored;
}

async function moveEmail(tx: Tx, id: number, afterId: number | null): Promise<void> {
  if (afterId === id) return;
  if (afterId !== null) {
    const { visible } = await visibleToActor(tx);
    if ((await findStored(tx, [afterId], visible)).length === 0)
      throw wrong('after_id', 'This template is not on the list any more');
  }
  await tx.db
    .updateTable('emails')
    .set({ position: await placeAfter(tx, afterId) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();
}

async function mustHaveRoom(tx: Tx): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from emails where company_id = ${tx.companyId} and owner_id = ${tx.actor.userId}`.execute(tx.db);
  if ((rows[0]?.count ?? 0) >= maxEmailsOfUser) throw wrong('name', `You can have ${maxEmailsOfUser} templates at most`);
}

const columnsOf = (doc: MailDoc) => ({ doc: JSON.stringify(doc), body: mailTextOf(doc), pictures: picturesIn(doc) });

const presentRow = (row: Omit<EmailRow, 'can'>, update: boolean): EmailRow => ({ ...row, can: { update } });

async function present(tx: Tx, { attachments, pictures, position, ...email }: StoredEmail, update: boolean): Promise<Email> {
  return { ...email, attachments: await listEmailFiles(tx, attachments), can: { update } };
}
