// Tells screens that a contact changed: those of the people who reach it, no others.
import { type Held, whoReaches } from '#areas/identity/users/users.service.ts';
import type { Tx } from '#kernel/context.ts';

/** `held`: the owner; after a change, the previous and the new owner. */
export async function tellChanged(tx: Tx, id: number, ...held: Held[]): Promise<void> {
  tx.tell({ event: 'contact.changed', id }, { to: await whoReaches(tx, held) });
}

/** A new one is in nobody's list yet: lists are asked for again. */
export async function tellCreated(tx: Tx, held: Held): Promise<void> {
  tx.tell({ event: 'contacts.changed' }, { to: await whoReaches(tx, [held]) });
}
