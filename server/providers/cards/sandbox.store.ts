// The store of the demo's card processor: customers, cards, charges, refunds, disputes, its calls to us, and
// its answers by idempotency key.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#kernel/db/database.ts';

export interface Stored {
  id: string;
  [field: string]: unknown;
}
export type Answer = { status: number; body: unknown };

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const refuse = (status: number, error: object): Answer => ({ status, body: { error } });
export const found = (body: Stored | null): Answer =>
  body ? ok(body) : refuse(404, { type: 'invalid_request_error', code: 'resource_missing' });

export const nameOf = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

export async function make(db: Db, kind: string, prefix: string, fields: object): Promise<Stored> {
  const made = { id: nameOf(prefix), ...fields };
  await store(db, kind, made);
  return made;
}

export async function find(db: Db, kind: string, id: string): Promise<Stored | null> {
  const { rows } = await sql<{ body: Stored }>`
    select body from sandbox_cards where id = ${id} and kind = ${kind}`.execute(db);
  return rows[0] ? { ...rows[0].body, id } : null;
}

export const store = (db: Db, kind: string, body: Stored, customer: string | null = null) =>
  sql`insert into sandbox_cards (id, kind, customer, body) values (${body.id}, ${kind}, ${customer}, ${JSON.stringify(body)})
    on conflict (id) do update set body = excluded.body`.execute(db);

/** As Stripe reads forms: `metadata[key]=…`. */
export function metadataOf(form: URLSearchParams): Record<string, string> {
  const own = [...form].flatMap(([name, value]) => {
    const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
    return key ? [[key, value] as const] : [];
  });
  return Object.fromEntries(own);
}
