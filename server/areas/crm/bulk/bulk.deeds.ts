// Every deed a bulk action can do: one batch of contacts at a time, in the transaction that also moves the checkpoint.
import { type TagDeed, tagBatch } from '#areas/crm/tags/tags.service.ts';
import type { Tx } from '#kernel/context.ts';

/** Answers how many of the batch really changed. */
export type Deed = (tx: Tx, contactIds: number[], input: unknown, bulkActionId: number) => Promise<number>;

export const deeds: Record<string, Deed> = {
  tag: (tx, ids, input, actionId) => tagBatch(tx, ids, input as TagDeed, actionId),
};
