// How much the carriers take from a company, by its trust score. Source: Twilio, "Message throughput (MPS)
// and Trust Scores for A2P 10DLC".
import { sql } from 'kysely';
import { isTollFree } from '#contract/kit/formats.ts';
import type { Tx } from '#kernel/context.ts';

export interface TextRate {
  /** Over all of the company's local numbers together; of a toll-free number, its own. */
  segmentsPerSecond: number;
  /** To phones of T-Mobile, from midnight to midnight Pacific time. Null: without a limit. */
  tMobilePerDay: number | null;
}

/** A brand of low volume, and what is not known. */
const least: TextRate = { segmentsPerSecond: 3.75, tMobilePerDay: 2_000 };
const tollFree: TextRate = { segmentsPerSecond: 3, tMobilePerDay: null };

const ofScores: [atLeast: number, rate: TextRate][] = [
  [75, { segmentsPerSecond: 225, tMobilePerDay: 200_000 }],
  [50, { segmentsPerSecond: 120, tMobilePerDay: 40_000 }],
  [25, { segmentsPerSecond: 12, tMobilePerDay: 10_000 }],
  [1, { segmentsPerSecond: 12, tMobilePerDay: 2_000 }],
];

export const rateOf = (trustScore: number | null): TextRate =>
  ofScores.find(([atLeast]) => trustScore !== null && trustScore >= atLeast)?.[1] ?? least;

/** `from`: ten digits. Toll-free numbers have a rate of their own. */
export async function textRateOf(tx: Tx, from?: string): Promise<TextRate> {
  if (from && isTollFree(from)) return tollFree;
  const { rows } = await sql<{ trust_score: number | null }>`
    select trust_score from text_registrations where company_id = ${tx.companyId} and state = 'approved'`.execute(tx.db);
  return rateOf(rows[0]?.trust_score ?? null);
}
