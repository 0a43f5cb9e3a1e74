import type { Tx } from '#kernel/context.ts';

/** Screens that show the send ask again. */
export const tellSend = (tx: Tx, { id, asked_by }: { id: number; asked_by: number }) =>
  tx.tell({ event: 'send.changed', id }, { to: [asked_by] });
