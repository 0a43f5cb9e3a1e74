// What every function is handed first: who acts, for which company, when, and (in a transaction) on what connection.

import type { Pool } from 'pg';
import type { z } from 'zod';
import type { Channel, ImportProgress, Update } from '#contract/cable.ts';
import { allows, type Permission, type Role } from '#contract/permissions.ts';
import type { Step } from '#contract/steps.ts';
import { inParts, type Recipients } from '#kernel/cable/recipients.ts';
import { type Copy, onOneClient } from '#kernel/db/copy.ts';
import { type Db, inCompany } from '#kernel/db/database.ts';
import type { Storage } from '#kernel/files/storage.ts';
import type { JobsAdmin } from '#kernel/jobs/deadJobs.ts';
import type { OutboxRow } from '#kernel/jobs/outbox.ts';
import { writeOutbox } from '#kernel/jobs/outbox.ts';
import type { Job } from '#kernel/jobs/tasks.ts';
import type { MailProvider } from '#kernel/mail/mail.ts';
import type { Config } from '#kernel/ops/config.ts';
import type { Log } from '#kernel/ops/log.ts';
import type { Seal } from '#kernel/secrets/seal.ts';
import { fail } from './errors.ts';

/** The process's own parts, made once (server/platform.ts). */
export interface Platform {
  config: Config;
  log: Log;
  /** As the role `app`: nothing is seen through it but inside inCompany(). */
  db: Db;
  /** The same role's pool, for what Kysely cannot do. */
  pool: Pool;
  seal: Seal;
  storage: Storage;
  /** Null where none is configured. */
  mail: MailProvider | null;
  clock: () => Date;
  jobs: JobsAdmin;
  /** Tells the relay, after a commit, that the outbox holds something. */
  wakeRelay(): void;
}

export interface Actor {
  userId: number;
  companyId: number;
  businessUnitId: number;
  role: Role;
  name: string;
  sessionId: number | null;
  /** Who acts in this person's place. */
  impersonatorId: number | null;
  /** What this person has to do before the rest is open; null for jobs, which somebody was let ask for. */
  missing: Step | null;
  /** Whether they gave their password within a quarter of an hour, or signed in. */
  proved: boolean;
  has(permission: Permission): boolean;
}

/** A call from outside that needs no session. */
export interface PublicCtx {
  platform: Platform;
  clock: () => Date;
  log: Log;
  address: string;
  device: string;
  /** Where the browser is, `https://crm.example.com`: never what a client says of itself where PUBLIC_URL is set. */
  origin: string;
  /** Whether our own page sent this call, not a link or an address that somebody opened. */
  fromOwnPage: boolean;
  cookies: CookieJar;
}

export interface Ctx extends PublicCtx {
  actor: Actor;
}

/** The browser's cookies, for what signs people in; nobody else needs them. */
export interface CookieJar {
  setSession(token: string): void;
  dropSession(): void;
  get(name: string): string | undefined;
  /** One that no script reads. */
  set(name: string, value: string, seconds: number): void;
  drop(name: string): void;
}

/** What job bodies have: the person who asked, no request. */
export type WorkCtx = Pick<Ctx, 'platform' | 'clock' | 'log' | 'actor'>;

export interface Tx {
  db: Db;
  actor: Actor;
  companyId: number;
  clock: () => Date;
  log: Log;
  seal: Seal;
  /** Tells the screens of those people what changed, once this has committed. Name nobody who could not ask for it. */
  tell(update: Update, how: { to: Recipients }): void;
  tell(progress: ImportProgress, how: { on: 'ContactsImportChannel'; to: Recipients }): void;
  /** Tells the processes that hold sockets of the company what became of its sessions. */
  tellSockets(message: SessionMessage): void;
  /**
   * Asks for a job, which starts once this has committed, acts as this actor, and runs at least once. `key`: one that waits under the same key in this
   * company is replaced by it.
   */
  enqueue<S extends z.ZodType>(job: Job<S>, payload: z.input<S>, options?: { runAt?: Date; key?: string }): void;
  /** A job that waits under this key is not run. One that runs already goes on. */
  cancelJob(job: Job, key: string): void;
}

/** One transaction inside the actor's company. The only way to the data. */
export const inTenant = <T>(ctx: WorkCtx, work: (tx: Tx) => Promise<T>): Promise<T> => transact(ctx, ctx.platform.db, work);

/** Of one session, or that others than before may come in. */
export interface SessionMessage {
  revoked?: number | undefined;
  renewed?: number | undefined;
  changed?: true | undefined;
}

export type CopyingTransaction = <T>(work: (tx: Tx, copy: Copy) => Promise<T>) => Promise<T>;

/** Such transactions one after another on a connection of their own, which can COPY besides: for imports. */
export const withCopying = <T>(ctx: WorkCtx, work: (transaction: CopyingTransaction) => Promise<T>): Promise<T> =>
  onOneClient(ctx.platform.pool, (db, copy) => work((step) => transact(ctx, db, (tx) => step(tx, copy))));

async function transact<T>(ctx: WorkCtx, on: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const outbox: OutboxRow[] = [];
  const { platform, actor, clock, log } = ctx;
  const result = await inCompany(on, actor.companyId, async (db) => {
    const tx: Tx = {
      db,
      actor,
      companyId: actor.companyId,
      clock,
      log,
      seal: platform.seal,
      tell(payload: object, { on = 'UpdatesChannel', to }: { on?: Channel; to: Recipients }) {
        const name = streamOf(actor.companyId, on);
        outbox.push(...inParts(to).map((recipients) => ({ kind: 'cable' as const, name, payload, recipients })));
      },
      tellSockets: (payload) => outbox.push({ kind: 'cable', name: streamOf(actor.companyId, 'sessions'), payload }),
      enqueue: (job, payload, { runAt, key } = {}) =>
        outbox.push({ kind: 'job', name: job.name, payload: payload as object, ...(runAt && { runAt }), ...(key && { key }) }),
      cancelJob: (job, key) => outbox.push({ kind: 'cancel', name: job.name, payload: {}, key }),
    };
    const answer = await work(tx);
    if (outbox.length > 0) await writeOutbox(tx, outbox);
    return answer;
  });
  if (outbox.length > 0) platform.wakeRelay();
  return result;
}

/** What a channel's subscribers in one company listen to. */
export const streamOf = (companyId: number, channel: string) => `${channel}:${companyId}`;

export function createActor(
  person: Omit<Actor, 'has' | 'missing' | 'proved'> & Partial<Pick<Actor, 'missing' | 'proved'>>,
): Actor {
  return { missing: null, proved: false, ...person, has: (permission) => allows(person.role, permission) };
}

export function mustHave(actor: Actor, permission: Permission) {
  if (!actor.has(permission)) throw fail('forbidden');
}
