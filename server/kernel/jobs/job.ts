// A job by its name: what asks for it imports this, what it does stands apart (tasks.ts).
import type { z } from 'zod';

/** `quick`: a person waits for it. `long`: it may take minutes. `sends`: messages, that neither imports nor a thousand mails of others hold up. */
export type Lane = 'quick' | 'long' | 'sends';

/** A job by its name, with the shape of its payload. */
export interface Job<S extends z.ZodType = z.ZodType> {
  /** `area.verb` */
  name: string;
  payload: S;
  /** Its places in a worker (lanes.ts). */
  lane: Lane;
  /** It waits while its company is quiet (quiet.ts). Imports, bulk work and sends do; what a person waits for does not. */
  waits: boolean;
}

export const job = <S extends z.ZodType>(
  name: string,
  payload: S,
  { long = false, sends = false, waits = false }: { long?: boolean; sends?: boolean; waits?: boolean } = {},
): Job<S> => ({ name, payload, lane: long ? 'long' : sends ? 'sends' : 'quick', waits });

/** After e, e², … e⁷ seconds: half an hour in all. */
export const maxAttempts = 8;
/** A worker's death is seldom the job's doing: each allows one try more, up to so many between two steps that stand. */
export const maxAttemptsWithCrashes = 24;

/** By this an operator finds a company's jobs. */
export const companyFlag = (companyId: number) => `company:${companyId}`;
