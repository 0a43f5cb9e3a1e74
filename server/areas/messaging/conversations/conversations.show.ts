// One contact as the composer needs it: what was written, what may be written now, and what fields stand for.
import { getContactById } from '#areas/crm/contacts/contacts.service.ts';
import { type Decided, mayContact } from '#areas/messaging/compliance/compliance.service.ts';
import { foreseeNumber } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import type { Tx } from '#kernel/context.ts';
import { heardFrom, textPurpose } from './conversations.heard.ts';
import { listOfContact, present } from './conversations.lists.ts';
import { valuesFor } from './conversations.mergeValues.ts';

/** Its conversations that the actor sees; 404 for a contact out of reach. */
export async function showConversation(tx: Tx, contactId: number) {
  const { id, phones, ...contact } = await getContactById(tx, contactId);
  const rows = await listOfContact(tx, id);
  const numbers = phones.map(({ number }) => number);
  const line = await foreseeNumber(tx, id);
  const decisions = await decideOn(tx, id, numbers, line);
  return {
    contact: { id, name: nameOf(contact) },
    conversations: rows.map(present),
    phones: decisions.map(({ address, answer, reason, until }) => ({ number: address, answer, reason, until })),
    has_number: line !== null,
    values: await valuesFor(tx, id),
  };
}

/** As when it is sent: to one number it is an answer, to another a text of its own. */
async function decideOn(tx: Tx, contactId: number, numbers: readonly string[], line: string | null): Promise<Decided[]> {
  const heard = await heardFrom(tx, contactId);
  const purposeOf = (address: string) => (line === null ? 'service' : textPurpose(tx, heard, { line, address }));
  const decided = new Map<string, Decided>();
  for (const [purpose, held] of Map.groupBy(numbers, purposeOf)) {
    const asked = held.map((address) => ({ contactId, address }));
    const asking = { channel: 'text', purpose, at: tx.clock(), agentId: tx.actor.userId } as const;
    for (const one of await mayContact(tx, asked, asking)) decided.set(one.address, one);
  }
  return numbers.flatMap((number) => decided.get(number) ?? []);
}

const nameOf = ({ first_name, last_name, organization }: Record<'first_name' | 'last_name' | 'organization', string>) =>
  `${first_name} ${last_name}`.trim() || organization;
