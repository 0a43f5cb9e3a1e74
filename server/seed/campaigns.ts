// The demo's campaigns: birthdays, which are on, and turning 65, which waits for its approval.
import { insertId, insertRows } from '#areas/office/companies/companies.create.ts';
import type { MailDoc } from '#contract/kit/mailDoc.ts';
import type { Db } from '#kernel/db/database.ts';

const dayMs = 86_400_000;
const p = (text: string): MailDoc['content'][number] => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** After the e-mail templates. */
export async function seedCampaigns(db: Db, company_id: number, today: Date): Promise<void> {
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', company_id)
    .where('role', '=', 'admin')
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow();
  const addTemplate = async (name: string, subject: string, doc: MailDoc, position: number) => ({
    subject,
    doc,
    id: await insertId(db, 'emails', {
      company_id,
      owner_id: userId,
      updated_by: userId,
      name,
      subject,
      share: 'company',
      doc: JSON.stringify(doc),
      body: name,
      position,
    }),
  });
  const greeting = await addTemplate(
    'Happy birthday',
    'Happy birthday, {{first_name|from all of us}}',
    {
      type: 'doc',
      content: [
        p('Dear {{first_name|friend}},'),
        p('all the best for your new year of life, from everyone at {{company_name}}.'),
      ],
    },
    90,
  );
  const medicare = await addTemplate(
    'You turn 65 soon',
    'Your Medicare choices, {{first_name|before you turn 65}}',
    {
      type: 'doc',
      content: [
        p('Hello {{first_name|there}},'),
        p(
          'your first time to join Medicare begins three months before your birthday. A short talk now leaves you time to choose.',
        ),
        { type: 'button', attrs: { label: 'Choose a time', href: 'https://example.com/medicare' } },
      ],
    },
    91,
  );
  const row = {
    company_id,
    owner_id: userId,
    updated_by: userId,
    trigger_type: 'mail',
    body: '',
    sms_trigger_ids: [] as number[],
    event: 'none',
    auto_trigger: false,
    hour: 9,
    zone: 'recipient',
    tags: [] as number[],
    status_ids: [] as number[],
    corporation_ids: [] as number[],
    global: true,
    show_on_conversation: false,
    show_on_event: false,
  };
  const tomorrow = new Date(today.getTime() + dayMs).toISOString().slice(0, 10);
  const birthdays = await insertId(db, 'campaign_triggers', {
    ...row,
    name: 'Birthday greetings',
    description: 'A greeting on the morning of the day, for everyone with an e-mail address.',
    category: 'service',
    email_ids: [greeting.id],
    recurrence: 'birthday',
    days: 0,
    show_on_bulk: false,
    approved_by: userId,
    approved_at: today,
    mails: JSON.stringify([{ email_id: greeting.id, subject: greeting.subject, doc: greeting.doc, attachments: [] }]),
    enabled: true,
    enabled_at: today,
    next_day: tomorrow,
    next_at: `${tomorrow}T14:00:00Z`,
  });
  await insertId(db, 'campaign_triggers', {
    ...row,
    name: 'Turning 65',
    description: 'Ninety days before the birthday: time to talk about Medicare.',
    category: 'marketing',
    email_ids: [medicare.id],
    recurrence: 'turning_65',
    days: 90,
    show_on_bulk: true,
  });
  await seedHistory(db, company_id, { userId, birthdays, today, subject: greeting.subject, doc: greeting.doc });
}

/** The messages of the last weeks' birthdays. */
async function seedHistory(
  db: Db,
  company_id: number,
  { userId, birthdays, today, subject, doc }: { userId: number; birthdays: number; today: Date; subject: string; doc: MailDoc },
): Promise<void> {
  const contacts = await db
    .selectFrom('contacts')
    .select(['id', 'email', 'first_name'])
    .where('company_id', '=', company_id)
    .where('email', '<>', '')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(6)
    .execute();
  const { name } = await db.selectFrom('companies').select('name').where('company_id', '=', company_id).executeTakeFirstOrThrow();
  for (const [place, age] of [3, 11, 24].slice(0, Math.floor(contacts.length / 2)).entries()) {
    const at = new Date(today.getTime() - age * dayMs);
    const day = at.toISOString().slice(0, 10);
    const people = contacts
      .slice(2 * place, 2 * place + 2)
      .filter((one, index, all) => all.findIndex(({ email }) => email === one.email) === index);
    const send_id = await insertId(db, 'sends', {
      company_id,
      kind: 'auto',
      channel: 'email',
      purpose: 'service',
      asked_by: userId,
      subject,
      content: JSON.stringify(doc),
      frame: JSON.stringify({
        from: name,
        replyTo: null,
        values: { company_name: name },
        signature: null,
        foot: [],
        color: 'blue',
      }),
      status: 'done',
      created_at: at,
      prepared_at: at,
      finished_at: at,
      total: people.length,
      sent: people.length,
      campaign_trigger_id: birthdays,
      campaign_name: 'Birthday greetings',
      campaign_step: `${day}/0`,
    });
    await insertRows(
      db,
      'messages',
      people.map(({ id, email, first_name }) => ({
        company_id,
        send_id,
        contact_id: id,
        once_contact: id,
        address: email,
        once_key: `trigger:${birthdays}:${day}`,
        once_address: email,
        state: 'sent',
        due_at: at,
        created_at: at,
        sent_at: at,
        subject: `Happy birthday, ${first_name || 'from all of us'}`,
      })),
    );
  }
}
