// Activities with a contact. The journal stores them, the contact keeps the latest, a note is an ordinary one.
import { sql } from 'kysely';
import type { logContactActivity } from '#contract/contactActivities.ts';
import type { Contact } from '#contract/contacts.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { textOf } from '#contract/kit/richText.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { journal } from './contacts.journal.ts';
import { insertNote } from './contacts.notes.ts';
import { mustAllowUpdate } from './contacts.policy.ts';
import { getContactById, lockContact, updateContactColumns } from './contacts.queries.ts';
import { tellChanged } from './contacts.tell.ts';

type Activity = InputOf<typeof logContactActivity>['body'];
type Last = Contact['last_activity'];

/** Milliseconds by which a browser's clock may be ahead. */
const clockSkew = 5 * 60_000;

export async function logActivity(tx: Tx, id: number, { type, outcome, note, note_doc, at }: Activity) {
  const stored = await lockContact(tx, id);
  mustAllowUpdate(tx, stored);
  const now = tx.clock();
  const when = at ? new Date(at) : now;
  if (when.getTime() > now.getTime() + clockSkew) throw wrong('at', 'This is in the future');
  const before = lastOf(stored);
  const last: Last = { type, at: when.toISOString() };
  if (!before || Date.parse(before.at) <= when.getTime()) await setLast(tx, id, last);
  const isNoted = (note_doc ? textOf(note_doc) : note).trim() !== '';
  const noteId = isNoted ? await insertNote(tx, stored, { body: note, doc: note_doc }) : undefined;
  const activityId = await journal(tx, {
    contactId: id,
    action: 'activity',
    before: { last_activity: before },
    after: { activity: type, ...(outcome && { outcome }), activity_at: last.at },
    ...(noteId !== undefined && { noteId }),
  });
  await tellChanged(tx, id, stored);
  return { ...(await getContactById(tx, id)), activity_id: activityId };
}

/** The journal keeps both, that it was logged and that it was undone; the note goes, and the contact's latest is what still stands. */
export async function undoActivity(tx: Tx, id: number, activityId: number): Promise<Contact> {
  const stored = await lockContact(tx, id);
  mustAllowUpdate(tx, stored);
  const logged = await getLogged(tx, id, activityId);
  const last = lastOf(stored);
  const isLatest = last?.type === logged.type && Date.parse(last.at) === Date.parse(logged.at);
  if (isLatest) await setLast(tx, id, await latestBut(tx, id, activityId));
  if (logged.noteId !== null)
    await tx.db.deleteFrom('contact_notes').where('company_id', '=', tx.companyId).where('id', '=', logged.noteId).execute();
  await journal(tx, { contactId: id, action: 'activity_undone', after: { activity: logged.type, undone: activityId } });
  await tellChanged(tx, id, stored);
  return getContactById(tx, id);
}

const lastOf = (stored: { last_activity_type: unknown; last_activity_at: unknown }): Last =>
  stored.last_activity_type && stored.last_activity_at
    ? { type: String(stored.last_activity_type), at: String(stored.last_activity_at) }
    : null;

const setLast = (tx: Tx, id: number, last: Last) =>
  updateContactColumns(tx, id, { last_activity_type: last?.type ?? null, last_activity_at: last?.at ?? null });

/** The latest activity that has not been undone, `undone` aside; without any, what the contact had before the first one in the journal. */
async function latestBut(tx: Tx, contactId: number, undone: number): Promise<Last> {
  const { rows } = await sql<{ stands: boolean; before: Last; type: string; at: string }>`
    select j.before -> 'last_activity' as before, j.after ->> 'activity' as type,
      coalesce(j.after ->> 'activity_at', to_char(j.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as at,
      j.id <> ${undone} and not exists (
        select from contact_changes u where u.company_id = ${tx.companyId} and u.contact_id = ${contactId}
          and u.action = 'activity_undone' and u.after ->> 'undone' = j.id::text) as stands
    from contact_changes j
    where j.company_id = ${tx.companyId} and j.contact_id = ${contactId} and j.action = 'activity'
    order by j.at, j.id`.execute(tx.db);
  const standing = rows.filter(({ stands }) => stands).sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const latest = standing.at(-1);
  return latest ? { type: latest.type, at: latest.at } : (rows[0]?.before ?? null);
}

/** One's own that has not been undone yet; anybody else's does not exist. */
async function getLogged(tx: Tx, contactId: number, id: number) {
  const { rows } = await sql<{
    note_id: number | null;
    after: { activity: string; activity_at: string };
  }>`
    select j.note_id, j.after from contact_changes j
    where j.company_id = ${tx.companyId} and j.contact_id = ${contactId} and j.id = ${id}
      and j.action = 'activity' and j.actor_id = ${tx.actor.userId}
      and not exists (
        select from contact_changes u where u.company_id = ${tx.companyId} and u.contact_id = ${contactId}
          and u.action = 'activity_undone' and u.after ->> 'undone' = ${String(id)})`.execute(tx.db);
  const row = rows[0];
  if (!row) throw fail('not_found');
  const { activity, activity_at } = row.after;
  return { type: activity, at: activity_at, noteId: row.note_id };
}
