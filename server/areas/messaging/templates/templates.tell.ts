import { whoReaches } from '#areas/identity/users/users.service.ts';
import type { EmailShare } from '#contract/emailLists.ts';
import type { Tx } from '#kernel/context.ts';

/** Readers of a private template reach its owner. The message names no template, so a shared one tells everyone. */
export async function tellTemplates(tx: Tx, templates: { share: EmailShare; owner: { id: number } }[]): Promise<void> {
  const isShared = templates.some(({ share }) => share !== 'private');
  const owners = [...new Set(templates.map(({ owner }) => owner.id))].map((owner_id) => ({ owner_id, pool_id: null }));
  tx.tell({ event: 'emails.changed' }, { to: isShared ? 'emails.read' : await whoReaches(tx, owners, 'emails.read') });
}
