// The outbox: what a transaction tells and asks for stands in the same commit as what it did. The relay takes it from there.

import type { Recipients } from '#kernel/cable/recipients.ts';
import type { Tx } from '#kernel/tx.ts';

export interface OutboxRow {
  kind: 'job' | 'cancel' | 'cable';
  /** The job's name, or the cable stream. */
  name: string;
  payload: object;
  /** Of a cable message. */
  recipients?: Recipients;
  runAt?: Date;
  /** By which a waiting job is replaced or cancelled. */
  key?: string;
  /** The job acts as this user; default: the transaction's actor. */
  asker?: Asker;
}

/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const maxRows = 5_000;

/** The user who asked; the job will act as this user. */
export interface Asker {
  userId: number;
  impersonatorId: number | null;
  /** The API key that this user's call was made with. */
  apiKeyId?: number | null | undefined;
}

export async function writeOutbox(tx: Tx, rows: OutboxRow[]): Promise<void> {
  const { userId, impersonatorId, apiKeyId } = tx.actor;
  const values = rows.map(({ kind, name, payload, recipients, runAt, key, asker = { userId, impersonatorId, apiKeyId } }) => ({
    company_id: tx.companyId,
    kind,
    name,
    payload: JSON.stringify(payload),
    actor: kind === 'job' ? JSON.stringify(asker) : null,
    recipients: recipients === undefined ? null : JSON.stringify(recipients),
    run_at: runAt ?? null,
    job_key: key ?? null,
  }));
  for (let from = 0; from < values.length; from += maxRows) {
    await tx.db
      .insertInto('outbox')
      .values(values.slice(from, from + maxRows))
      .execute();
  }
}
