// Whether a person may call a number now (decision 0092). Calls are marketing, the stricter reading, unless the
// other side called lately.
import { sql } from 'kysely';
import { type Decided, mayContact } from '#areas/messaging/compliance/compliance.service.ts';
import { answerMs } from '#areas/messaging/conversations/conversations.service.ts';
import { type GateReason, gateChecks } from '#contract/complianceLists.ts';
import type { Tx } from '#kernel/context.ts';

/** The contact's own marks count, also where a colleague owns it. */
export async function decideOnCall(tx: Tx, to: { contactId: number | null; number: string }): Promise<Decided> {
  const purpose = (await calledUsLately(tx, to.number)) ? 'reply' : 'marketing';
  const asking = { channel: 'call', purpose, at: tx.clock(), agentId: tx.actor.userId, askRelated: true } as const;
  const [decided] = await mayContact(tx, [{ contactId: to.contactId, address: to.number }], asking, { company: true });
  if (!decided) throw new Error('the gate decided nothing');
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

async function calledUsLately(tx: Tx, number: string): Promise<boolean> {
  const since = new Date(tx.clock().getTime() - answerMs);
  const { rows } = await sql`
    select from calls k where k.company_id = ${tx.companyId} and k.their_number = ${number} and k.direction = 'inbound'
      and k.started_at > ${since}::timestamptz limit 1`.execute(tx.db);
  return rows.length > 0;
}
