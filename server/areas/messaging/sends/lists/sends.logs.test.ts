// The list of all mails: who sees which, by what they are found, page by page and as a file; and a contact's
// mails by state.
import { beforeAll, expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { listAuditEntries } from '#contract/auditLog.ts';
import { exportEmailLogs, getEmailCounts, listEmailHistory, listEmailLogs } from '#contract/emailLogs.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { aMailDoc } from '#tests/support/examples.emails.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'agent2'>;
let rosa: number;
let ben: number;

beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });
  const { agent, agent2: other } = company.people;
  rosa = await aContact(server, company.companyId, { owner_id: agent.userId, first_name: 'Rosa', email: 'rosa@example.com' });
  ben = await aContact(server, company.companyId, { owner_id: other.userId, first_name: 'Ben', email: 'ben@example.com' });
  const hello = await aSend(agent.userId, 'Hello');
  const offer = await aSend(other.userId, 'Offer');
  const gone = await aSend(agent.userId, 'Gone', 'cancelled');
  await aMessage(hello, rosa, 'rosa@example.com', '2026-03-01T15:00:00Z', {
    state: 'sent',
    delivered_at: '2026-03-01T15:01:00Z',
  });
  await aMessage(offer, rosa, 'rosa@example.com', '2026-03-02T15:00:00Z', { state: 'sent', bounced_at: '2026-03-02T15:01:00Z' });
  await aMessage(hello, ben, 'ben@example.com', '2026-03-03T15:00:00Z', { state: 'blocked', reason: 'suppressed' });
  await aMessage(gone, rosa, 'rosa@example.com', '2026-03-04T15:00:00Z', { state: 'queued' });
});

const aSend = (asked_by: number, subject: string, status = 'done') =>
  insertId(server.operator.db, 'sends', {
    company_id: company.companyId,
    kind: 'group',
    channel: 'email',
    purpose: 'service',
    asked_by,
    subject,
    content: JSON.stringify(aMailDoc(subject)),
    frame: JSON.stringify({ from: subject, replyTo: null, values: {}, signature: null, foot: [], color: 'blue' }),
    status,
  });

const aMessage = (send_id: number, contact_id: number, address: string, created_at: string, more: object) =>
  insertId(server.operator.db, 'messages', {
    company_id: company.companyId,
    send_id,
    contact_id,
    once_contact: contact_id,
    address,
    once_key: `send:${send_id}`,
    due_at: created_at,
    created_at,
    ...more,
  } as never);

const find = async (who: Client, query: CallOf<typeof listEmailLogs>['query'] = {}) =>
  (await who.call(listEmailLogs, { query })).data.map(({ subject, contact }) => `${subject} to ${contact.name}`);

test('an administrator sees all mails, the newest first; others those to contacts in their reach', async () => {
  const { admin, manager, agent, agent2: other } = company.people;
  expect(await find(admin)).toEqual(['Gone to Rosa', 'Hello to Ben', 'Offer to Rosa', 'Hello to Rosa']);
  expect(await find(manager)).toEqual(['Gone to Rosa', 'Offer to Rosa', 'Hello to Rosa']);
  expect(await find(agent)).toEqual(['Gone to Rosa', 'Offer to Rosa', 'Hello to Rosa']);
  expect(await find(other)).toEqual(['Hello to Ben']);
});

test('mails are found by state, outcome, address, sender and day', async () => {
  const { admin, agent } = company.people;
  expect(await find(admin, { state: 'blocked' })).toEqual(['Hello to Ben']);
  expect(await find(admin, { state: 'cancelled' })).toEqual(['Gone to Rosa']);
  expect(await find(admin, { state: 'queued' })).toEqual([]);
  expect(await find(admin, { outcome: 'bounced' })).toEqual(['Offer to Rosa']);
  expect(await find(admin, { address: 'Ben@example.com' })).toEqual(['Hello to Ben']);
  expect(await find(admin, { sender_id: agent.userId })).toEqual(['Gone to Rosa', 'Hello to Ben', 'Hello to Rosa']);
  expect(await find(admin, { contact_id: rosa, from: '2026-03-02', to: '2026-03-02' })).toEqual(['Offer to Rosa']);
  expect(await find(admin, { campaign_trigger_id: 1 })).toEqual([]);
});

test('a page ends with the place at which the next begins', async () => {
  const { admin } = company.people;
  const first = await admin.call(listEmailLogs, { query: { limit: 3 } });
  const next = await admin.call(listEmailLogs, { query: { limit: 3, cursor: first.meta.next_cursor ?? '' } });
  expect([...first.data, ...next.data].map(({ subject }) => subject)).toEqual(['Gone', 'Hello', 'Offer', 'Hello']);
  expect(next.meta.next_cursor).toBeNull();
});

test('as a file it has the same mails, and the audit log says that it left', async () => {
  const { admin } = company.people;
  const file = String(await admin.call(exportEmailLogs, { query: { outcome: 'bounced' } }));
  const [head, ...lines] = file.trim().split(/\r?\n/);
  expect(head).toContain('Subject,State,Reason,Outcome,Sender');
  expect(lines).toEqual([expect.stringMatching(/Rosa.*rosa@example\.com,Offer,sent,,bounced/)]);
  const { data } = await admin.call(listAuditEntries, { query: { action: 'mails.exported' } });
  expect(data).toMatchObject([{ after: { outcome: 'bounced' } }]);
});

test('a contact’s mails are counted by state and outcome, and the history opens each', async () => {
  const { agent } = company.people;
  expect(await agent.call(getEmailCounts, { params: { id: rosa } })).toEqual({
    states: [
      { state: 'sent', count: 2 },
      { state: 'cancelled', count: 1 },
    ],
    outcomes: [
      { outcome: 'delivered', count: 1 },
      { outcome: 'bounced', count: 1 },
    ],
  });
  const history = await agent.call(listEmailHistory, { params: { id: rosa }, body: { event: 'bounced' } });
  expect(history).toMatchObject({ meta: { total_count: 1 }, data: [{ subject: 'Offer' }] });
  await expect(agent.call(getEmailCounts, { params: { id: ben } })).rejects.toMatchObject({ status: 404 });
});
