// The journal of contacts: changed columns only, before and after. It names sealed values and never shows them.
import type { Tx } from '#kernel/context.ts';

export interface ContactChange {
  contactId: number;
  /** Listed by a kind of the timeline (`timeline:` in an area's declaration). */
  action: string;
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
