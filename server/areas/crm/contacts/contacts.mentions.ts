// Colleagues who are mentioned in a note: only those who can see the contact. Each new mention is told at once and by mail.
import { sql } from 'kysely';
import type { z } from 'zod';
import { sendToUser } from '#areas/company/mail/mail.service.ts';
import { isFavorite, whoReaches } from '#areas/identity/users/users.service.ts';
import { isTooLong, mentionedIn, type RichDoc, tooLongText, withLabels } from '#contract/kit/richText.ts';
import type { Person } from '#contract/users.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { escapeLike } from '#kernel/db/sql.ts';
import { wrong } from '#kernel/errors.ts';
import { contactJobs } from './contacts.jobs.ts';
import { getContactRow, type StoredContact } from './contacts.queries.ts';

const maxOffered = 10;
/** Of one edit. */
const maxNew = 20;

/** The colleagues who can see the contact, favorites first, then by name; not the user. */
export async function listMentionable(tx: Tx, contactId: number, q: string): Promise<{ data: Person[] }> {
  const { owner, pool } = await getContactRow(tx, contactId);
  const ids = await whoReaches(tx, [{ owner_id: owner?.id ?? null, pool_id: pool?.id ?? null }]);
  const { rows } = await sql<Person>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name from users u
    where u.company_id = ${tx.companyId} and u.id = any(${ids}::bigint[]) and u.id <> ${tx.actor.userId}
      and fold(u.first_name || ' ' || u.last_name) like fold(${`%${escapeLike(q)}%`})
    order by ${isFavorite(tx, 'u.id')} desc, u.first_name, u.last_name, u.id limit ${maxOffered}`.execute(tx.db);
  return { data: rows };
}

/** The text with today's names of the colleagues, as no browser decides who is called what. Refuses a new mention of a user who cannot see the contact. */
export async function nameMentioned(
  tx: Tx,
  contact: Pick<StoredContact, 'owner_id' | 'pool_id'>,
  doc: RichDoc | null,
  before: RichDoc | null,
): Promise<RichDoc | null> {
  const ids = [...mentionedIn(doc)];
  if (!doc || ids.length === 0) return doc;
  const added = newIn(doc, before);
  if (added.length > maxNew) throw refused(`Mention at most ${maxNew} people at once`);
  const reaching = new Set(await whoReaches(tx, [contact]));
  if (added.some((id) => !reaching.has(id))) throw refused('Someone you mention cannot see this contact');
  const { rows } = await sql<Person>`
    select id, trim(first_name || ' ' || last_name) as name from users where company_id = ${tx.companyId} and id = any(${ids}::bigint[])`.execute(
    tx.db,
  );
  const names = new Map(rows.map(({ id, name }) => [id, name || 'No name']));
  const named = withLabels(doc, (id) => names.get(id));
  if (isTooLong(named)) throw refused(tooLongText);
  return named;
}

/** `before`: people whom the former text mentioned know it already. */
export function tellMentioned(
  tx: Tx,
  { contactId, noteId }: { contactId: number; noteId: number },
  doc: RichDoc | null,
  before: RichDoc | null,
): void {
  const told = newIn(doc, before).filter((id) => id !== tx.actor.userId);
  if (told.length === 0) return;
  tx.tell({ event: 'note.mentioned', id: contactId, note_id: noteId, by: tx.actor.name }, { to: told });
  for (const user_id of told) tx.enqueue(contactJobs.mentioned, { contact_id: contactId, note_id: noteId, user_id });
}

/** Names neither the contact nor what the note says: mail is no place for them. */
export async function mailMentioned(
  ctx: WorkCtx,
  { contact_id, note_id, user_id }: z.output<typeof contactJobs.mentioned.payload>,
): Promise<void> {
  const stands = await inTenant(ctx, (tx) =>
    tx.db
      .selectFrom('contact_notes')
      .select('id')
      .where('company_id', '=', tx.companyId)
      .where('id', '=', note_id)
      .executeTakeFirst(),
  );
  if (!stands) return;
  const { name } = ctx.actor;
  await sendToUser(ctx, user_id, {
    subject: `${name} mentioned you in a note`,
    heading: `${name} mentioned you`,
    paragraphs: [`${name} mentioned you in a note on a contact.`],
    action: { label: 'Open the note', path: `/contacts/${contact_id}?tab=notes#note-${note_id}` },
    because: `${name} wrote your name in a note.`,
  });
}

const newIn = (doc: RichDoc | null, before: RichDoc | null) => {
  const known = mentionedIn(before);
  return [...mentionedIn(doc)].filter((id) => !known.has(id));
};

const refused = (text: string) => wrong('doc', text);
