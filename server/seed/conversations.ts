// The demo's replies: two contacts wrote to an agent, and a stranger to the office.
import { insertId } from '#areas/office/companies/companies.create.ts';
import type { Db } from '#kernel/db/database.ts';

interface Letter {
  subject: string;
  body: string;
  /** Before the demo's start. */
  minutes: number;
  unread: boolean;
  automatic?: boolean;
}

const ofContacts: Letter[] = [
  {
    subject: 'Re: Time for your yearly review',
    body: 'Good morning,\n\nThursday after ten suits me. I have a new doctor, so please check whether my plan covers her.\n\nThank you',
    minutes: 45,
    unread: true,
  },
  {
    subject: 'Automatic reply: I tried to reach you',
    body: 'I am visiting my daughter and read no mail until Monday.',
    minutes: 600,
    unread: false,
    automatic: true,
  },
];
const ofStranger: Letter = {
  subject: 'A question about dental plans',
  body: 'Hello, a neighbor gave me your name. Do you also help with dental plans?',
  minutes: 1500,
  unread: true,
};

export async function seedConversations(db: Db, company_id: number): Promise<void> {
  const contacts = await db
    .selectFrom('contacts')
    .innerJoin('users', (join) => join.onRef('users.id', '=', 'contacts.owner_id').on('users.company_id', '=', company_id))
    .select(['contacts.id', 'contacts.email', 'contacts.first_name', 'contacts.last_name', 'users.id as owner'])
    .where('contacts.company_id', '=', company_id)
    .where('users.role', '=', 'agent')
    .where('contacts.email', '<>', '')
    .orderBy('users.number')
    .orderBy('contacts.id')
    .limit(ofContacts.length)
    .execute();
  for (const [place, { id, email, first_name, last_name, owner }] of contacts.entries()) {
    const letter = ofContacts[place];
    if (letter)
      await insertLetter(db, letter, {
        company_id,
        contact_id: id,
        owner_id: owner,
        address: email,
        name: `${first_name} ${last_name}`,
      });
  }
  await insertLetter(db, ofStranger, {
    company_id,
    contact_id: null,
    owner_id: null,
    address: 'p.okafor@example.net',
    name: 'P. Okafor',
  });
}

interface Sender {
  company_id: number;
  contact_id: number | null;
  owner_id: number | null;
  address: string;
  name: string;
}

async function insertLetter(
  db: Db,
  { subject, body, minutes, unread, automatic = false }: Letter,
  { company_id, contact_id, owner_id, address, name }: Sender,
): Promise<void> {
  const at = new Date(Date.now() - minutes * 60_000);
  const conversation_id = await insertId(db, 'conversations', {
    company_id,
    channel: 'email',
    line: String(owner_id ?? ''),
    their_address: address,
    their_name: name,
    contact_id,
    owner_id,
    subject,
    excerpt: body.replace(/\s+/g, ' ').slice(0, 200),
    last_at: at,
    unread,
  });
  await insertId(db, 'received_messages', {
    company_id,
    conversation_id,
    message_key: `<demo-${conversation_id}@example.net>`,
    from_name: name,
    from_address: address,
    subject,
    body,
    automatic,
    at,
  });
}
