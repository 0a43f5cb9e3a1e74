// The demo's e-mail templates: the company's, one of a manager for the team, one of an agent.
import { insertRows } from '#areas/office/companies/companies.create.ts';
import type { EmailShare } from '#contract/emailLists.ts';
import { type MailBlock, type MailDoc, mailTextOf } from '#contract/kit/mailDoc.ts';
import type { Db } from '#kernel/db/database.ts';

const p = (text: string): MailBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const button = (label: string, href: string): MailBlock => ({ type: 'button', attrs: { label, href } });
const list = (...items: string[]): MailBlock => ({
  type: 'bulletList',
  content: items.map((text) => ({
    type: 'listItem',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  })),
});

const templates: { name: string; subject: string; share: EmailShare; of: 'admin' | 'manager' | 'agent'; content: MailBlock[] }[] =
  [
    {
      name: 'Welcome',
      subject: 'Welcome to {{company_name}}, {{first_name|and thank you}}',
      share: 'company',
      of: 'admin',
      content: [
        p('Hello {{first_name|there}},'),
        p('thank you for your time today. I am glad to look after you and your family.'),
        p('Reply to this mail whenever something changes: a move, a new doctor, a letter you do not understand.'),
        p('{{agent_name}}'),
      ],
    },
    {
      name: 'Annual review',
      subject: 'Time for your yearly review',
      share: 'company',
      of: 'admin',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Is your plan still right for you?' }] },
        p('Hello {{first_name|there}}, plans and prices change every year. Twenty minutes are enough to look at yours together.'),
        list('Your doctors and medicines', 'What you pay each month', 'What changed at home in {{city|your area}}'),
        button('Choose a time', 'https://example.com/review?zip={{zip_code}}'),
      ],
    },
    {
      name: 'Missed call',
      subject: 'I tried to reach you',
      share: 'team',
      of: 'manager',
      content: [
        p('Hello {{first_name|there}},'),
        p('I tried to call you at {{phone|your number}} today. When is a good time?'),
        p('{{agent_name}}'),
      ],
    },
    {
      name: 'Thank you for the referral',
      subject: 'Thank you, {{first_name|dear client}}',
      share: 'private',
      of: 'agent',
      content: [p('Hello {{first_name|there}},'), p('thank you for passing my name on. I will take good care of them.')],
    },
  ];

/** A template of a role that the company lacks belongs to its first user. */
export async function seedEmails(db: Db, company_id: number): Promise<void> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('company_id', '=', company_id)
    .where('role', 'in', ['admin', 'manager', 'agent'])
    .orderBy('number')
    .execute();
  const ownerOf = (role: string) => (people.find((person) => person.role === role) ?? people[0])?.id ?? 0;
  await insertRows(
    db,
    'emails',
    templates.map(({ name, subject, share, of, content }, place) => {
      const doc: MailDoc = { type: 'doc', content };
      const owner_id = ownerOf(of);
      return {
        company_id,
        owner_id,
        updated_by: owner_id,
        name,
        subject,
        share,
        doc: JSON.stringify(doc),
        body: mailTextOf(doc),
        position: place + 1,
      };
    }),
  );
}
