// A bulk action's operation: the one place for its input, its permission, its work on a batch and its labels.
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Permission } from '#contract/permissions.ts';
import type { Tx } from '#kernel/context.ts';

/** Contacts that really changed, and those that were left alone. */
export interface BatchResult {
  changed: number;
  kept: number;
}

export interface Operation<S extends z.ZodType = z.ZodType> {
  /** Stored with each bulk action. */
  name: string;
  /** Asked for at the start, and again by each run. */
  permission: Permission;
  input: S;
  /** `Tagging 3,000 contacts`, `Tagged 12,480 contacts`. */
  labels: { doing: string; done: string };
  /** Whether the actor may give this input: asked when it starts, so that the asker is told, and again before each batch. */
  check?(tx: Tx, input: z.output<S>): Promise<void>;
  /** The contacts it works on, as rows of `id` and `ordinal` from 1; without it, those of the selection. */
  choose?(tx: Tx, input: z.output<S>): Promise<RawBuilder<unknown>>;
  /**
   * One batch of contacts, in the transaction that also moves the checkpoint. Journals each contact that it changes with the action's id and
   * both images: undo reads them. `ordinals`: each contact's place in the frozen selection, from 1.
   */
  batch(
    tx: Tx,
    contactIds: number[],
    input: z.output<S>,
    bulkActionId: number,
    ordinals: number[],
  ): Promise<number | BatchResult>;
  /** In the transaction that ends it, complete or cancelled. */
  ended?(tx: Tx, input: z.output<S>, bulkActionId: number): Promise<void>;
  /** In the transaction that writes down its failure. Its job may be run again all the same, and then goes on with the next batch. */
  failed?(tx: Tx, input: z.output<S>, bulkActionId: number): Promise<void>;
  /** It cannot be taken back: what has left the house. */
  final?: true;
  /** Takes the action `of` back on a batch of the contacts that it changed, where their fields alone do not say what to do. */
  undo?(tx: Tx, contactIds: number[], of: number, undoId: number): Promise<BatchResult>;
}

export const operation = <S extends z.ZodType>(declaration: Operation<S>): Operation<S> => declaration;
