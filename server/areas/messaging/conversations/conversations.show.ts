// One contact as the composer needs it: what was written, what may be written now, and what fields stand for.
import { getContactById } from '#areas/crm/contacts/contacts.service.ts';
import { mayContact } from '#areas/messaging/compliance/compliance.service.ts';
import { numbersInTurn } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import type { Tx } from '#kernel/context.ts';
import { answerMs, listOfContact, present } from './conversations.lists.ts';
import { valuesFor } from './conversations.mergeValues.ts';

/** Its conversations that the actor sees; 404 for a contact out of reach. */
export async function showConversation(tx: Tx, contactId: number) {
  const { id, phones, ...contact } = await getContactById(tx, contactId);
  const rows = await listOfContact(tx, id);
  const heard = rows.some(({ last_in_at }) => last_in_at !== null && tx.clock().getTime() - Date.parse(last_in_at) < answerMs);
  const numbers = phones.map(({ number }) => number);
  const asked = numbers.map((address) => ({ contactId: id, address }));
  const decisions = await mayContact(tx, asked, { channel: 'text', purpose: heard ? 'reply' : 'service', at: tx.clock() });
  return {
    contact: { id, name: nameOf(contact) },
    conversations: rows.map(({ last_in_at: _, ...row }) => present(row)),
    phones: decisions.map(({ address, answer, reason, until }) => ({ number: address, answer, reason, until })),
    has_number: (await numbersInTurn(tx, tx.actor.userId)) > 0,
    values: await valuesFor(tx, id),
  };
}

const nameOf = ({ first_name, last_name, organization }: Record<'first_name' | 'last_name' | 'organization', string>) =>
  `${first_name} ${last_name}`.trim() || organization;
