// The audit log: who changed what decides over access. An entry stands in the same transaction as the change; nothing changes or deletes it.
import type { AuditAction } from '#contract/auditLog.ts';
import type { Tx } from './context.ts';
import type { Db } from './db/database.ts';

export type Plain = string | number | boolean | null | readonly Plain[];

interface AuditEntry {
  action: AuditAction;
  /** The object of the action: `user 7`, or the company itself. */
  of: { type: string; id: number };
  /** The fields that changed. Values of secrets are left out, by their names: that one was given is enough. */
  before?: Record<string, Plain> | null;
  after?: Record<string, Plain> | null;
}

export async function audit(tx: Tx, { action, of, before = null, after = null }: AuditEntry): Promise<void> {
  await tx.db
    .insertInto('audit_log')
    .values({
      company_id: tx.companyId,
      action,
      of_type: of.type,
      of_id: of.id,
      before: before && JSON.stringify(withoutSecrets(before)),
      after: after && JSON.stringify(withoutSecrets(after)),
      actor_id: tx.actor.userId,
      impersonator_id: tx.actor.impersonatorId,
      address: tx.address,
    })
    .execute();
}

interface SystemEntry extends AuditEntry {
  companyId: number;
  /** Else the system, now. */
  by?: { userId: number; impersonatorId: number | null; address: string | null };
  at?: string;
}

/** Stores actions outside of a user's call, in the transaction of the change. `db` may write in these companies. */
export async function auditAsSystem(db: Db, entries: SystemEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db
    .insertInto('audit_log')
    .values(
      entries.map(({ companyId, action, of, before, after, by, at }) => ({
        company_id: companyId,
        action,
        of_type: of.type,
        of_id: of.id,
        before: before ? JSON.stringify(withoutSecrets(before)) : null,
        after: after ? JSON.stringify(withoutSecrets(after)) : null,
        actor_id: by?.userId ?? 0,
        impersonator_id: by?.impersonatorId ?? null,
        address: by?.address ?? null,
        ...(at && { at }),
      })),
    )
    .execute();
}

const secret = /secret|password|token|hash|sealed|code/i;

const withoutSecrets = (fields: Record<string, Plain>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, secret.test(name) && typeof value === 'string' ? 'not shown' : value]),
  );

/** The fields of `after` that differ from `before`, as both were. */
export function changesOf(before: Record<string, Plain>, after: Record<string, Plain>) {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (from: Record<string, Plain>) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
