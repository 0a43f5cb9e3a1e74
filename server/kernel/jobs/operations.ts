// What a bulk action does: the one place that says its input, its permission, its work on a batch and its words on screen.
import type { z } from 'zod';
import type { Permission } from '#contract/permissions.ts';
import type { Tx } from '#kernel/context.ts';

export interface Operation<S extends z.ZodType = z.ZodType> {
  /** Stored with each bulk action. */
  name: string;
  /** Asked for at the start, and again by each run. */
  permission: Permission;
  input: S;
  /** `Tagging 3,000 contacts`, `Tagged 12,480 contacts`. */
  labels: { doing: string; done: string };
  /** One batch of contacts, in the transaction that also moves the checkpoint. Answers how many really changed. */
  batch(tx: Tx, contactIds: number[], input: z.output<S>, bulkActionId: number): Promise<number>;
}

export const operation = <S extends z.ZodType>(declaration: Operation<S>): Operation<S> => declaration;
