// One transaction of an actor inside their company, as every query and rule gets it.
import type { z } from 'zod';
import type { ImportProgress, Update } from '#contract/cable.ts';
import type { Recipients } from '#kernel/cable/recipients.ts';
import type { Db } from '#kernel/db/database.ts';
import type { Job } from '#kernel/jobs/job.ts';
import type { Log } from '#kernel/ops/log.ts';
import type { Seal } from '#kernel/secrets/seal.ts';
import type { Actor } from './actor.ts';

export interface Tx {
  db: Db;
  actor: Actor;
  companyId: number;
  clock: () => Date;
  log: Log;
  seal: Seal;
  /** The address that the call came from; null in a job. */
  address: string | null;
  /** Tells the screens of these users what changed, after the commit. Name only users who may see it. */
  tell(update: Update, how: { to: Recipients }): void;
  tell(progress: ImportProgress, how: { on: 'ContactsImportChannel'; to: Recipients }): void;
  /** Tells the processes with sockets of this company what happened to its sessions. */
  tellSockets(message: SessionMessage): void;
  /**
   * Starts a job after the commit; it acts as this actor, or as the user `as`, and runs at least once. A job that
   * waits in this company under the same `key` is replaced.
   */
  enqueue<S extends z.ZodType>(job: Job<S>, payload: z.input<S>, options?: { runAt?: Date; key?: string; as?: number }): void;
  /** Cancels a job that waits under this key. A running one continues. */
  cancelJob(job: Job, key: string): void;
}

/** About one session, or about changed sign-in rules. */
export interface SessionMessage {
  revoked?: number | undefined;
  renewed?: number | undefined;
  changed?: true | undefined;
}
