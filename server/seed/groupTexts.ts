// The demo's texts to many: templates, a campaign that is on, and a group text of an agent with what came of it.
import { insertId, insertRows } from '#areas/office/companies/companies.create.ts';
import type { EmailShare } from '#contract/emailLists.ts';
import { mergedText } from '#contract/kit/mergeFields.ts';
import { segmentsOf } from '#contract/kit/segments.ts';
import type { Db } from '#kernel/db/database.ts';

const dayMs = 86_400_000;

const templates: { name: string; body: string; share: EmailShare; of: 'admin' | 'agent' }[] = [
  {
    name: 'Appointment reminder',
    body: 'Hello {{first_name|there}}, this is {{agent_name}}. A short reminder of our talk tomorrow. Reply here if another day suits you better.',
    share: 'company',
    of: 'admin',
  },
  {
    name: 'Your card is here',
    body: 'Hello {{first_name|there}}, your new card has come. Shall I bring it by, or do you pick it up? {{agent_first_name}}',
    share: 'company',
    of: 'admin',
  },
  { name: 'Running late', body: 'I am on my way and ten minutes late. {{agent_first_name}}', share: 'private', of: 'agent' },
];

const words =
  'Hello {{first_name|there}}, plans and prices have changed for next year. Reply YES and I call you. {{agent_first_name}}';

/** After contacts and numbers. */
export async function seedGroupTexts(db: Db, company_id: number, today: Date): Promise<void> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'role', 'first_name', 'last_name'])
    .where('company_id', '=', company_id)
    .orderBy('number')
    .execute();
  const of = (role: string) => people.find((person) => person.role === role) ?? people[0];
  const [admin, agent] = [of('admin'), of('agent')];
  if (!admin || !agent) return;
  await insertRows(
    db,
    'text_templates',
    templates.map(({ of: role, ...template }) => {
      const owner_id = (role === 'admin' ? admin : agent).id;
      return { ...template, company_id, owner_id, updated_by: owner_id };
    }),
  );
  const campaign = await insertId(db, 'campaign_triggers', {
    company_id,
    owner_id: admin.id,
    updated_by: admin.id,
    name: 'Annual review by text',
    description: 'A short question before open enrollment. An answer ends it.',
    trigger_type: 'sms',
    category: 'service',
    body: words,
    email_ids: [],
    sms_trigger_ids: [],
    event: 'none',
    auto_trigger: false,
    recurrence: 'none',
    days: 0,
    hour: 9,
    zone: 'recipient',
    tags: [],
    status_ids: [],
    corporation_ids: [],
    global: true,
    show_on_bulk: true,
    show_on_conversation: true,
    show_on_event: false,
    stop_on_reply: true,
    approved_by: admin.id,
    approved_at: today,
    mails: JSON.stringify([{ body: words, files: [] }]),
    enabled: true,
    enabled_at: today,
  });
  await seedGroup(db, company_id, { agent, campaign, at: new Date(today.getTime() - 4 * dayMs + 16 * 3_600_000) });
}

interface Group {
  agent: { id: number; first_name: string; last_name: string };
  campaign: number;
  at: Date;
}

async function seedGroup(db: Db, company_id: number, { agent, campaign, at }: Group): Promise<void> {
  const line = await db
    .selectFrom('phone_numbers')
    .select('number')
    .where('company_id', '=', company_id)
    .orderBy((order) => order.case().when('user_id', '=', agent.id).then(0).else(1).end())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const receivers = await db
    .selectFrom('contacts')
    .select(['id', 'phone', 'first_name'])
    .where('company_id', '=', company_id)
    .where('owner_id', '=', agent.id)
    .where('phone', '<>', '')
    .where('deleted_at', 'is', null)
    .where('created_at', '<', at.toISOString())
    .orderBy('id')
    .limit(18)
    .execute();
  const first = receivers.filter((one, place) => receivers.findIndex(({ phone }) => phone === one.phone) === place);
  if (!line || first.length === 0) return;
  const values = { agent_first_name: agent.first_name, agent_name: `${agent.first_name} ${agent.last_name}` };
  const rows = first.map((receiver, place) => ({
    ...receiver,
    body: mergedText(words, { ...values, first_name: receiver.first_name }),
    blocked: place % 7 === 3,
    bounced: place === 5,
    replied: place === 1,
  }));
  const sent = rows.filter(({ blocked }) => !blocked);
  const send_id = await insertId(db, 'sends', {
    company_id,
    kind: 'group',
    channel: 'text',
    purpose: 'service',
    asked_by: agent.id,
    subject: `${words.slice(0, 79)}…`,
    body: words,
    frame: JSON.stringify({ from: values.agent_name, replyTo: null, values, signature: null, foot: [], color: 'blue' }),
    campaign_trigger_id: campaign,
    campaign_name: 'Annual review by text',
    stop_on_reply: true,
    status: 'done',
    created_at: at,
    prepared_at: at,
    finished_at: at,
    total: rows.length,
    sent: sent.length,
    blocked: rows.length - sent.length,
    delivered: sent.filter(({ bounced }) => !bounced).length,
    bounced: sent.filter(({ bounced }) => bounced).length,
    replied: sent.filter(({ replied }) => replied).length,
  });
  const later = new Date(at.getTime() + 600_000);
  await insertRows(
    db,
    'messages',
    rows.map(({ id, phone, first_name, body, blocked, bounced, replied }) => ({
      company_id,
      send_id,
      contact_id: id,
      once_contact: id,
      address: phone,
      once_key: `send:${send_id}`,
      once_address: blocked ? null : phone,
      state: blocked ? 'blocked' : 'sent',
      reason: blocked ? 'do_not_contact' : null,
      due_at: at,
      created_at: at,
      sender: line.number,
      ...(!blocked && {
        sent_at: at,
        body,
        merge: JSON.stringify({ first_name }),
        segments: segmentsOf(body),
        delivered_at: bounced ? null : later,
        bounced_at: bounced ? later : null,
        carrier_code: bounced ? '30003' : null,
        replied_at: replied ? later : null,
      }),
    })),
  );
  const answering = rows.find(({ replied }) => replied);
  if (answering) await seedAnswer(db, { company_id, send_id, line: line.number, owner_id: agent.id, ...answering });
}

const answer = 'Yes, please bring it by. Thursday after ten suits me';

/** An answer from this morning, with the text that it answers above it. */
async function seedAnswer(
  db: Db,
  about: { company_id: number; send_id: number; line: string; owner_id: number; id: number; phone: string; first_name: string },
): Promise<void> {
  const { company_id, send_id, line, owner_id, id: contact_id, phone, first_name } = about;
  const at = new Date(Date.now() - 90 * 60_000);
  const conversation_id = await insertId(db, 'conversations', {
    company_id,
    channel: 'text',
    line,
    their_address: phone,
    their_name: first_name,
    contact_id,
    owner_id,
    excerpt: answer,
    last_at: at,
    unread: true,
  });
  await insertId(db, 'received_messages', {
    company_id,
    conversation_id,
    message_key: `SMdemo${conversation_id}`,
    from_address: phone,
    body: answer,
    at,
  });
  await db
    .updateTable('messages')
    .set({ conversation_id })
    .where('company_id', '=', company_id)
    .where('send_id', '=', send_id)
    .where('contact_id', '=', contact_id)
    .execute();
}
