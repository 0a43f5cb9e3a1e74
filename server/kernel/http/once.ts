// Calls that send or spend run once for each Idempotency-Key (decision 0062). Key, effect and answer are one transaction: a key that is there has
// its answer, and a second call that comes during the first waits for it.
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { idempotencyHeader } from '#contract/kit/request.ts';
import { type Actor, type Ctx, inTenant, type OnceCall, type Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';

const keyForm = /^[\x21-\x7e]{8,255}$/;

/** Of an endpoint with `once`; undefined where the caller sends no key. */
export function onceOf(
  name: string,
  { once }: Endpoint,
  { headers, actor }: Pick<FastifyRequest, 'headers'> & { actor: Actor | null },
  input: object,
): OnceCall | undefined {
  const { [idempotencyHeader]: key } = headers;
  if (!once || !actor || key === undefined) return undefined;
  if (typeof key !== 'string' || !keyForm.test(key))
    throw wrong(idempotencyHeader, 'Use 8 to 255 letters, digits and signs, without spaces');
  return { key: hash([actorOf(actor), key]), input: hash([name, input]) };
}

const actorOf = ({ userId, impersonatorId }: Actor) => [userId, impersonatorId];
const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** inTenant for handlers of endpoints with `once`: a repeated call gets the stored answer. A refusal is not stored. */
export const inTenantOnce = <T extends object>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTenant(ctx, async (tx) => {
    const { once } = ctx;
    if (!once) return work(tx);
    if (!(await takeKey(tx, once))) return firstAnswer<T>(tx, once);
    const answer = await work(tx);
    await sql`
      update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb
      where company_id = ${tx.companyId} and key = ${once.key}`.execute(tx.db);
    return answer;
  });

/** False where it is taken. Waits while a transaction that holds it is open. */
async function takeKey(tx: Tx, { key, input }: OnceCall): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_keys (company_id, key, input) values (${tx.companyId}, ${key}, ${input})
    on conflict (company_id, key) do nothing returning key`.execute(tx.db);
  return rows.length > 0;
}

async function firstAnswer<T>(tx: Tx, { key, input }: OnceCall): Promise<T> {
  const { rows } = await sql<{ input: string; answer: T }>`
    select input, answer from idempotency_keys where company_id = ${tx.companyId} and key = ${key}`.execute(tx.db);
  if (!rows[0]) throw fail('conflict'); // it was dropped at this moment, a day after the first call
  if (rows[0].input !== input) throw fail('key_reused');
  return rows[0].answer;
}
