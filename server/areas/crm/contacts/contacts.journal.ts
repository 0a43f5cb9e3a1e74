// The journal of contacts: changed columns only, before and after. What is sealed is named and never shown.
import type { Tx } from '#kernel/context.ts';

export type ContactAction =
  | 'created'
  | 'imported'
  | 'import_undone'
  | 'updated'
  | 'opened'
  | 'tagged'
  | 'assigned'
  | 'deleted'
  | 'restored'
  | 'undone'
  | 'merged'
  | 'merged_away'
  | 'unmerged'
  | 'activity'
  | 'activity_undone'
  | 'noted'
  | 'note_edited'
  | 'note_deleted'
  | 'prescriptions_changed'
  | 'linked'
  | 'unlinked'
  | `${'policy' | 'security'}_${'added' | 'changed' | 'removed' | 'restored'}`;

export interface ContactChange {
  contactId: number;
  action: ContactAction;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  noteId?: number;
}

const json = (value: Record<string, unknown> | null | undefined) => (value ? JSON.stringify(value) : null);

/** Answers the entry's id. */
export async function journal(tx: Tx, change: ContactChange): Promise<number> {
  const { id } = await tx.db
    .insertInto('contact_changes')
    .values({
      company_id: tx.companyId,
      contact_id: change.contactId,
      action: change.action,
      actor_id: tx.actor.userId,
      impersonator_id: tx.actor.impersonatorId,
      note_id: change.noteId ?? null,
      before: json(change.before),
      after: json(change.after),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
