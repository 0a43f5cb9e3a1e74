// The rules of the order: who is next, and what becomes of those before. No database: what is known of each
// contact is given.
import type { Decision } from '#contract/compliance.ts';
import type { DialReason } from '#contract/dialSessionLists.ts';

/** A contact that waits, and what is known of it now. */
export interface Candidate {
  id: number;
  contactId: number;
  deleted: boolean;
  inReach: boolean;
  /** By somebody of the company, since it waits: another call is needless. */
  calledSince: boolean;
  /** Of the gate on each number, in the order of the contact's numbers. */
  decisions: readonly Pick<Decision, 'answer' | 'reason' | 'until'>[];
}

export type Verdict =
  | { turn: 'now' }
  /** For good. */
  | { turn: 'never'; reason: DialReason }
  /** `until`: null where it is not known. */
  | { turn: 'later'; reason: DialReason; until: string };

/** Of several numbers one that may be called is enough; else the soonest counts. */
export function verdictOn({ deleted, inReach, calledSince, decisions }: Candidate): Verdict {
  if (deleted) return { turn: 'never', reason: 'deleted' };
  if (!inReach) return { turn: 'never', reason: 'out_of_reach' };
  if (calledSince) return { turn: 'never', reason: 'called_since' };
  if (decisions.length === 0) return { turn: 'never', reason: 'no_number' };
  if (decisions.some(({ answer }) => answer === 'yes')) return { turn: 'now' };
  const [soonest] = decisions
    .flatMap(({ answer, reason, until }) => (answer === 'later' && until && reason ? [{ reason, until }] : []))
    .toSorted((a, b) => Date.parse(a.until) - Date.parse(b.until));
  if (soonest) return { turn: 'later', ...soonest };
  return { turn: 'never', reason: decisions[0]?.reason ?? 'no_number' };
}

export interface Passed {
  /** The candidate whose turn it is; null: none of these. */
  found: Candidate | null;
  skipped: { id: number; reason: DialReason }[];
  /** In the order in which they get their later turns. */
  later: { id: number; reason: DialReason; until: string }[];
}

/** The first that may be called now; those before it are skipped or put back, those after it stay. */
export function passOver(candidates: readonly Candidate[]): Passed {
  const passed: Passed = { found: null, skipped: [], later: [] };
  for (const candidate of candidates) {
    const verdict = verdictOn(candidate);
    if (verdict.turn === 'now') return { ...passed, found: candidate };
    const { reason } = verdict;
    if (verdict.turn === 'never') passed.skipped.push({ id: candidate.id, reason });
    else passed.later.push({ id: candidate.id, reason, until: verdict.until });
  }
  return passed;
}
