// Reads one contact in tests: as its page shows it, as stored, and its journal.
import { getContact } from '#contract/contacts.ts';
import type { Client, TestServer } from './server.ts';

/** `keep`: keeps the tag `new`, as no user really looked. */
export const openContact = (client: Client, id: number, keep = true) =>
  client.call(getContact, { params: { id }, query: { not_remove_new_tag: keep } });

export const storedContact = ({ operator }: TestServer, id: number) =>
  operator.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The oldest first. */
export const journalOf = ({ operator }: TestServer, id: number) =>
  operator.db
    .selectFrom('contact_changes')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('contact_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute();
