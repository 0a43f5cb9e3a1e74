// Contact rules: which actor may change which contact. contacts.scope.ts decides `inReach` in SQL.
import type { Contact } from '#contract/contacts.ts';
import type { Actor, Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';

export interface ContactHolding {
  owner_id: number | null;
  pool_id: number | null;
  deleted_at: string | null;
}

export function contactPolicy(actor: Actor, contact: ContactHolding): Contact['can'] {
  const alive = contact.deleted_at === null;
  return {
    update: alive && actor.has('contacts.update'),
    assign: alive && actor.has('contacts.assign_others'),
    assign_to_me: alive && actor.has('contacts.update') && contact.owner_id !== actor.userId,
    delete: alive && actor.has('contacts.bulk'),
  };
}

export function mustAllowUpdate(tx: Tx, stored: ContactHolding) {
  if (!contactPolicy(tx.actor, stored).update) throw fail('forbidden');
}
