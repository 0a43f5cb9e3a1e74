// The first parameter of every function: the actor, the company, the clock and, in a transaction, the connection.

import type { Pool } from 'pg';
import type { Channel } from '#contract/cable.ts';
import { inParts, type Recipients } from '#kernel/cable/recipients.ts';
import type { CardProvider } from '#kernel/cards/cards.ts';
import { type Copy, onOneClient } from '#kernel/db/copy.ts';
import { type Db, inCompany } from '#kernel/db/database.ts';
import type { FileScanner } from '#kernel/files/scanner.ts';
import type { Storage } from '#kernel/files/storage.ts';
import type { JobsAdmin } from '#kernel/jobs/deadJobs.ts';
import type { OutboxRow } from '#kernel/jobs/outbox.ts';
import { writeOutbox } from '#kernel/jobs/outbox.ts';
import type { MailProvider } from '#kernel/mail/mail.ts';
import type { Config } from '#kernel/ops/config.ts';
import type { Log } from '#kernel/ops/log.ts';
import type { Seal } from '#kernel/secrets/seal.ts';
import type { Telephony } from '#kernel/telephony/telephony.ts';
import type { VoiceProvider } from '#kernel/voice/voice.ts';
import type { Actor } from './actor.ts';
import type { MePart } from './me.ts';
import type { Tx } from './tx.ts';

export { type Actor, createActor, mustBeOn, mustHave, type Switches } from './actor.ts';
export type { SessionMessage, Tx } from './tx.ts';

/** The process's own parts, made once (server/platform.ts). */
export interface Platform {
  config: Config;
  log: Log;
  /** As role `app`: sees nothing except inside inCompany(). */
  db: Db;
  /** The same role's pool, for what Kysely cannot do. */
  pool: Pool;
  seal: Seal;
  storage: Storage;
  /** Null if none is configured. */
  scanner: FileScanner | null;
  /** Null if none is configured. */
  mail: MailProvider | null;
  /** Null if none is configured. */
  cards: CardProvider | null;
  /** Null if no carrier is configured. */
  telephony: Telephony | null;
  /** Null if no phone service is configured, or the operator hides the phone. */
  voice: VoiceProvider | null;
  clock: () => Date;
  jobs: JobsAdmin;
  /** The areas' fields of the signed-in user. */
  me: readonly MePart[];
  /** Call after a commit: the outbox has new rows for the relay. */
  wakeRelay(): void;
}

/** A call without a session. */
export interface PublicCtx {
  platform: Platform;
  clock: () => Date;
  log: Log;
  address: string;
  device: string;
  /** Only the headers of the answer are asked for. */
  isHead?: boolean;
  /** The browser's origin, `https://crm.example.com`: never the client's own claim if PUBLIC_URL is set. */
  origin: string;
  /** Whether our own page sent this call, not a link or a typed address. */
  fromOwnPage: boolean;
  cookies: CookieJar;
}

export interface Ctx extends PublicCtx {
  actor: Actor;
  /** The call's Idempotency-Key, for `inTenantOnce`. */
  once?: OnceCall | undefined;
  /** Runs `work` in its turn among the calls that take long. Only after the handler has answered: see `readPage`. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** Hashes of the caller's key and of what they ask for. */
export interface OnceCall {
  key: string;
  input: string;
}

/** The browser's cookies, only for sign-in code. */
export interface CookieJar {
  setSession(token: string): void;
  dropSession(): void;
  get(name: string): string | undefined;
  /** Sets a cookie that no script can read. */
  set(name: string, value: string, seconds: number): void;
  drop(name: string): void;
}

/** The context of job bodies: the user who started the job, no request. */
export type WorkCtx = Pick<Ctx, 'platform' | 'clock' | 'log' | 'actor'> & Partial<Pick<Ctx, 'address'>>;

/** One transaction inside the actor's company. The only access to the data. */
export const inTenant = <T>(ctx: WorkCtx, work: (tx: Tx) => Promise<T>): Promise<T> => transact(ctx, ctx.platform.db, work);

/**
 * The same for a page of rows of a file that is being sent: each waits for its turn among the calls that take long. Not before the handler has
 * answered: a call that is long itself would wait for its own end.
 */
export const readPage = <T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> => ctx.inTurn(() => inTenant(ctx, work));

export type CopyingTransaction = <T>(work: (tx: Tx, copy: Copy) => Promise<T>) => Promise<T>;

/** Such transactions one after another on a connection of their own, which can also COPY: for imports. */
export const withCopying = <T>(ctx: WorkCtx, work: (transaction: CopyingTransaction) => Promise<T>): Promise<T> =>
  onOneClient(ctx.platform.pool, (db, copy) => work((step) => transact(ctx, db, (tx) => step(tx, copy))));

async function transact<T>(ctx: WorkCtx, on: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const outbox: OutboxRow[] = [];
  const { platform, actor, clock, log } = ctx;
  const { companyId, apiKeyId } = actor;
  const result = await inCompany(
    on,
    companyId,
    async (db) => {
      const tx: Tx = {
        db,
        actor,
        companyId,
        clock,
        log,
        seal: platform.seal,
        address: ctx.address ?? null,
        tell(payload: object, { on = 'UpdatesChannel', to }: { on?: Channel; to: Recipients }) {
          const name = streamOf(actor.companyId, on);
          outbox.push(...inParts(to).map((recipients) => ({ kind: 'cable' as const, name, payload, recipients })));
        },
        tellSockets: (payload) => outbox.push({ kind: 'cable', name: streamOf(actor.companyId, 'sessions'), payload }),
        enqueue: (job, payload, { runAt, key, as } = {}) =>
          outbox.push({
            kind: 'job',
            name: job.name,
            payload: payload as object,
            ...(runAt && { runAt }),
            ...(key && { key }),
            ...(as && { asker: { userId: as, impersonatorId: null } }),
          }),
        cancelJob: (job, key) => outbox.push({ kind: 'cancel', name: job.name, payload: {}, key }),
      };
      const answer = await work(tx);
      if (outbox.length > 0) await writeOutbox(tx, outbox);
      return answer;
    },
    apiKeyId,
  );
  if (outbox.length > 0) platform.wakeRelay();
  return result;
}

/** The stream of a channel's subscribers in one company. */
export const streamOf = (companyId: number, channel: string) => `${channel}:${companyId}`;
