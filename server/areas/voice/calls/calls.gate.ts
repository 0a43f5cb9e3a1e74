// Whether a person may call a number now (decision 0092). Calls are marketing, the stricter reading, unless the
// other side called lately.
import { sql } from 'kysely';
import { type Decided, mayContact } from '#areas/messaging/compliance/compliance.service.ts';
import { answerMs } from '#areas/messaging/conversations/conversations.service.ts';
import { type GateReason, gateChecks } from '#contract/complianceLists.ts';
import type { Tx } from '#kernel/context.ts';
import { theyBegan } from './calls.queries.ts';

export interface Called {
  contactId: number | null;
  number: string;
}

/** The contact's own marks count, also where a colleague owns it. */
export async function decideOnCall(tx: Tx, to: Called): Promise<Decided> {
  const [decided] = await decideOnCalls(tx, [to], { askRelated: true });
  if (!decided) throw new Error('the gate decided nothing');
  return decided;
}

/** In the same order; at most some thousands. `askRelated`: for few. */
export async function decideOnCalls(tx: Tx, to: readonly Called[], { askRelated = false } = {}): Promise<Decided[]> {
  const lately = await whoCalledLately(tx, to);
  const decided: Decided[] = [];
  for (const purpose of ['reply', 'marketing'] as const) {
    const places = to.flatMap(({ number }, place) => (lately.has(number) === (purpose === 'reply') ? [place] : []));
    const asked = places.map((place) => ({ contactId: to[place]?.contactId ?? null, address: to[place]?.number ?? '' }));
    const asking = { channel: 'call', purpose, at: tx.clock(), agentId: tx.actor.userId, askRelated } as const;
    const answers = await mayContact(tx, asked, asking, { company: true });
    for (const [index, answer] of answers.entries()) decided[places[index] ?? 0] = answer;
  }
  return decided;
}

/**
 * Solicitation is what a person did not ask for and where there is no relationship (47 CFR 64.1200(f)(15)):
 * hours and caps of it may be set aside for the others. Service of one's client needs no licence of the state
 * that they moved to. A wish to get no calls is never set aside.
 */
export function mayOverride({ answer, reason, consent_id, related = false }: Decided): boolean {
  if (answer === 'yes' || reason === null) return false;
  if (reason === 'not_licensed') return related;
  return overridable.includes(reason) && (related || consent_id !== null);
}

const overridable: readonly GateReason[] = ['hours', 'cap'];

export const reasonWords = ({ reason }: Pick<Decided, 'reason'>): string => (reason ? gateChecks[reason].title : '');

async function whoCalledLately(tx: Tx, to: readonly Called[]): Promise<Set<string>> {
  const since = new Date(tx.clock().getTime() - answerMs);
  const { rows } = await sql<{ number: string }>`
    select a.number from unnest(${to.map(({ number }) => number)}::text[]) a(number)
    where exists (select from calls k where k.company_id = ${tx.companyId} and k.their_number = a.number
      and k.started_at > ${since}::timestamptz and ${theyBegan(tx)})`.execute(tx.db);
  return new Set(rows.map(({ number }) => number));
}
