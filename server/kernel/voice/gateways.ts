// The gateways of the phone: who lives, and which of them serves a company, so that both sides of its calls are
// in one process.
import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#kernel/db/database.ts';
import type { Seal } from '#kernel/secrets/seal.ts';

export interface Gateway {
  process: string;
  /** `http://127.0.0.1:41234` */
  address: string;
}

/** Milliseconds between signs of life, and after how long without one a gateway counts as gone. */
export const gatewayBeat = 5_000;
const gatewayGone = 15_000;

export async function beatGateway(db: Db, { process, address }: Gateway): Promise<void> {
  await db
    .insertInto('voice_gateways')
    .values({ process, address })
    .onConflict((conflict) => conflict.column('process').doUpdateSet({ address, at: sql`now()` }))
    .execute();
}

export async function removeGateway(db: Db, process: string): Promise<void> {
  await db.deleteFrom('voice_gateways').where('process', '=', process).execute();
}

/** Of those that crashed. Their calls must have ended before (see endLostCalls). */
export async function forgetGateways(db: Db): Promise<void> {
  await db.deleteFrom('voice_gateways').where('at', '<', sql<string>`now() - interval '1 hour'`).execute();
}

export async function listGateways(db: Db): Promise<Gateway[]> {
  return db
    .selectFrom('voice_gateways')
    .select(['process', 'address'])
    .where('at', '>', sql<string>`now() - make_interval(secs => ${gatewayGone / 1000})`)
    .orderBy('process')
    .limit(100)
    .execute();
}

/**
 * The company's own first. When one comes or goes, only the companies that it serves move (rendezvous hashing).
 */
export function inOrderFor(companyId: number, gateways: Gateway[]): Gateway[] {
  const weight = ({ process }: Gateway) => createHash('sha256').update(`${companyId} ${process}`).digest('hex');
  return gateways.toSorted((a, b) => (weight(a) < weight(b) ? 1 : -1));
}

export const gatewayOf = async (db: Db, companyId: number): Promise<Gateway | null> =>
  inOrderFor(companyId, await listGateways(db))[0] ?? null;

const keyPurpose = 'voice gateway';

/** The authorization header of our processes at a gateway. */
export const gatewayBearer = (seal: Seal) => `Bearer ${seal.derive(keyPurpose)}`;

export function isGatewayBearer(given: string | undefined, seal: Seal): boolean {
  const got = Buffer.from(given ?? '');
  return seal.deriveAll(keyPurpose).some((key) => {
    const expected = Buffer.from(`Bearer ${key}`);
    return got.length === expected.length && timingSafeEqual(got, expected);
  });
}

/** A web process names the device of a socket that it passes on: it has checked the session. */
export const deviceHeader = 'x-steward-device';
