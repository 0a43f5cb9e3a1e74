// The demo's mailings: a group mailing of an agent, a broadcast and single mails, with what came of them.
import { insertId, insertRows } from '#areas/office/companies/companies.create.ts';
import type { MailDoc } from '#contract/kit/mailDoc.ts';
import type { MessageEventKind } from '#contract/sendLists.ts';
import type { Db } from '#kernel/db/database.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const p = (text: string): MailDoc['content'][number] => ({ type: 'paragraph', content: [{ type: 'text', text }] });

interface Mailing {
  kind: 'single' | 'group' | 'broadcast';
  by: 'agent' | 'admin';
  daysAgo: number;
  subject: string;
  text: string[];
  /** At most so many contacts get it. */
  people: number;
}

const mailings: Mailing[] = [
  {
    kind: 'group',
    by: 'agent',
    daysAgo: 6,
    subject: 'Time for your yearly review, {{first_name|friend}}',
    text: [
      'Hello {{first_name|there}},',
      'a year has gone by, and plans and prices have changed. Shall we look at yours together? Answer this mail with a day that suits you.',
    ],
    people: 24,
  },
  {
    kind: 'broadcast',
    by: 'admin',
    daysAgo: 13,
    subject: 'Our office is closed on Thanksgiving',
    text: ['Dear {{first_name|friend}},', 'we are back on Monday. In urgent matters call the number on the back of your card.'],
    people: 60,
  },
  {
    kind: 'single',
    by: 'agent',
    daysAgo: 2,
    subject: 'The form you asked for',
    text: ['Hello {{first_name|there}},', 'here is what we talked about. Call me if anything is unclear.'],
    people: 1,
  },
];

/** Outcomes of messages by place, so that small and large demos have the same. */
const outcomes: Record<number, MessageEventKind> = { 0: 'replied', 3: 'bounced', 8: 'complained' };
/** The gate refused every eleventh. */
const isBlocked = (kind: Mailing['kind'], place: number) => kind !== 'single' && place % 11 === 5;

interface Receiver {
  id: number;
  email: string;
  first_name: string;
}

/** After contacts and companies' settings. */
export async function seedMailings(db: Db, company_id: number, today: Date): Promise<void> {
  const { name } = await db.selectFrom('companies').select('name').where('company_id', '=', company_id).executeTakeFirstOrThrow();
  for (const mailing of mailings) {
    const sender = await db
      .selectFrom('users')
      .select(['id', 'first_name', 'last_name'])
      .where('company_id', '=', company_id)
      .where('role', '=', mailing.by)
      .orderBy('number')
      .limit(1)
      .executeTakeFirst();
    if (!sender) continue;
    const at = new Date(today.getTime() - mailing.daysAgo * dayMs + 15 * hourMs);
    const owner = mailing.by === 'agent' ? sender.id : null;
    const receivers = await listReceivers(db, company_id, owner, { at, limit: mailing.people });
    const from = mailing.kind === 'broadcast' ? name : `${sender.first_name} ${sender.last_name} (${name})`;
    if (receivers.length > 0) await seedMailing(db, { company_id, mailing, from, askedBy: sender.id, receivers, at });
  }
}

async function listReceivers(
  db: Db,
  company_id: number,
  owner: number | null,
  { at, limit }: { at: Date; limit: number },
): Promise<Receiver[]> {
  let query = db
    .selectFrom('contacts')
    .select(['id', 'email', 'first_name'])
    .where('company_id', '=', company_id)
    .where('email', '<>', '')
    .where('deleted_at', 'is', null)
    .where('do_not_email', '=', false)
    .where('created_at', '<', at.toISOString());
  if (owner !== null) query = query.where('owner_id', '=', owner);
  const rows = await query.orderBy('id').limit(limit).execute();
  return rows.filter((one, index) => rows.findIndex(({ email }) => email === one.email) === index);
}

interface Asked {
  company_id: number;
  mailing: Mailing;
  from: string;
  askedBy: number;
  receivers: Receiver[];
  at: Date;
}

async function seedMailing(db: Db, { company_id, mailing, from, askedBy, receivers, at }: Asked): Promise<void> {
  const { kind, subject, text } = mailing;
  const rows = receivers.map((receiver, place) => {
    const blocked = isBlocked(kind, place);
    return { receiver, blocked, outcome: blocked || kind !== 'group' ? undefined : outcomes[place] };
  });
  const [sent, blocked] = [rows.filter((row) => !row.blocked), rows.filter((row) => row.blocked)];
  const count = (wanted: MessageEventKind) => sent.filter(({ outcome }) => outcome === wanted).length;
  const arrived = sent.length - count('bounced');
  const send_id = await insertId(db, 'sends', {
    company_id,
    kind,
    channel: 'email',
    purpose: 'service',
    asked_by: askedBy,
    subject,
    content: JSON.stringify({ type: 'doc', content: text.map(p) }),
    frame: JSON.stringify({ from, replyTo: null, values: {}, signature: null, foot: [], color: 'blue' }),
    status: 'done',
    created_at: at,
    prepared_at: at,
    finished_at: at,
    total: rows.length,
    sent: sent.length,
    blocked: blocked.length,
    delivered: arrived,
    replied: count('replied'),
    bounced: count('bounced'),
    complained: count('complained'),
  });
  const later = new Date(at.getTime() + hourMs);
  const message = ({ id, email, first_name }: Receiver) => ({
    company_id,
    send_id,
    contact_id: id,
    once_contact: id,
    address: email,
    once_key: `send:${send_id}`,
    due_at: at,
    created_at: at,
    subject: subject.replace(/\{\{first_name\|([^}]*)\}\}/, (_, instead: string) => first_name || instead),
  });
  await insertRows(db, 'messages', [
    ...sent.map(({ receiver, outcome }) => ({
      ...message(receiver),
      once_address: receiver.email,
      state: 'sent',
      sent_at: at,
      merge: JSON.stringify({ first_name: receiver.first_name }),
      delivered_at: outcome === 'bounced' ? null : at,
      replied_at: outcome === 'replied' ? later : null,
      bounced_at: outcome === 'bounced' ? later : null,
      complained_at: outcome === 'complained' ? later : null,
    })),
  ]);
  if (blocked.length > 0)
    await insertRows(db, 'messages', [
      ...blocked.map(({ receiver }) => ({ ...message(receiver), state: 'blocked', reason: 'suppressed' })),
    ]);
  for (const { receiver, outcome } of sent)
    if (outcome) await seedEvent(db, { company_id, send_id, receiver, outcome, at: later });
}

/**
 * As `recordEvent` writes it: the event, the entry of the timeline, and an address that gets no more mail.
 */
async function seedEvent(
  db: Db,
  {
    company_id,
    send_id,
    receiver,
    outcome,
    at,
  }: { company_id: number; send_id: number; receiver: Receiver; outcome: MessageEventKind; at: Date },
): Promise<void> {
  const { id, subject } = await db
    .selectFrom('messages')
    .select(['id', 'subject'])
    .where('company_id', '=', company_id)
    .where('send_id', '=', send_id)
    .where('contact_id', '=', receiver.id)
    .executeTakeFirstOrThrow();
  const permanent = outcome === 'bounced';
  const detail = permanent ? '550 5.1.1 This mailbox does not exist' : '';
  await insertId(db, 'message_events', {
    company_id,
    message_id: id,
    contact_id: receiver.id,
    address: receiver.email,
    kind: outcome,
    at,
    permanent,
    detail,
    event_key: `demo:${id}:${outcome}`,
  });
  const after = { 'email.subject': subject, 'email.message_id': id, ...(detail && { 'email.detail': detail }) };
  await insertRows(db, 'contact_changes', [
    { company_id, contact_id: receiver.id, action: `email_${outcome}`, actor_id: null, at, after: JSON.stringify(after) },
  ]);
  if (outcome === 'replied') return;
  const reason = outcome === 'bounced' ? 'bounce' : 'complaint';
  await db
    .insertInto('suppressions')
    .values({ company_id, channel: 'email', address: receiver.email, purpose: 'all', reason, note: detail })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
