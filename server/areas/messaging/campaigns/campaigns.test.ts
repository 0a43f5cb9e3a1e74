// Campaigns: approved before they send, in their owner's name, once for each contact and step.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { deliver, sendPump } from '#areas/messaging/sends/sends.lanes.ts';
import { insertId } from '#areas/office/companies/companies.create.ts';
import {
  createCampaignTrigger,
  deleteCampaignTrigger,
  getCampaignTrigger,
  listCampaignPeople,
  listCampaignTriggers,
  listReadyCampaigns,
  previewCampaignTrigger,
  previewReadyCampaign,
  updateCampaignTrigger,
} from '#contract/campaigns.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { createContact, updateContact } from '#contract/contacts.ts';
import { createEmail, deleteEmail, updateEmail } from '#contract/emails.ts';
import { getSend, listMessages, listSends, mailGroup } from '#contract/sends.ts';
import { updateTagsSingle } from '#contract/tags.ts';
import { deactivateUser, getUserBelongings } from '#contract/userAdmin.ts';
import { systemActor } from '#kernel/actors.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import type { Mail } from '#kernel/mail/mail.ts';
import { runCampaigns } from '#tests/support/campaigns.ts';
import { aMailDoc, pixel } from '#tests/support/examples.emails.ts';
import { aCompany, aContact, aStatus, aTag, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';
import { mailStopped } from './campaigns.passOn.ts';
import { settleMs } from './campaigns.pump.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'stranger'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, stranger: { role: 'agent' } });
});

let count = 0;
const aRosa = (spec: object = {}) =>
  aContact(server, company.companyId, {
    owner_id: company.people.agent.userId,
    first_name: 'Rosa',
    email: `rosa${++count}@example.com`,
    state: 'FL',
    ...spec,
  });

async function aTemplate(by: Client, subject = 'Happy birthday', share: 'private' | 'company' = 'private') {
  return (await by.call(createEmail, { body: { name: subject, subject, doc: aMailDoc(subject), share } })).id;
}

/** On, and approved by the administrator. */
async function aCampaign(by: Client, body: object, subject?: string) {
  const { id } = await by.call(createCampaignTrigger, {
    body: { name: `Campaign ${++count}`, category: 'service', all_email_ids: [await aTemplate(by, subject)], ...body },
  });
  await company.people.admin.call(updateCampaignTrigger, { params: { id }, body: { compliant: true, enabled: true } });
  return id;
}

/** The campaign's messages, with their contacts and states. */
async function messagesOf(id: number) {
  const { rows } = await sql<{ contact_id: number; state: string; once_key: string; subject: string }>`
    select m.contact_id, m.state, m.once_key, s.subject from messages m join sends s on s.company_id = m.company_id and s.id = m.send_id
    where m.company_id = ${company.companyId} and s.campaign_trigger_id = ${id} order by m.id`.execute(server.operator.db);
  return rows;
}

const dayMs = 86_400_000;
/** A look some minutes from now: what just happened has settled. */
async function look(after = 3 * settleMs) {
  await sql`update campaign_triggers set swept_at = now() - interval '5 minutes' where swept_at is not null`.execute(
    server.operator.db,
  );
  await runCampaigns(server, company.companyId, new Date(Date.now() + after));
}
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** Sends the waiting messages now. */
async function sendNow() {
  const mail = { send: async () => ({ id: 'x' }), close: () => {} };
  const platform = { ...server.platform, mail, clock: () => new Date(Date.now() + 4 * settleMs) };
  await runPumps(server.operator.db, platform, [sendPump]);
  const ctx = { platform, clock: platform.clock, log: platform.log, actor: systemActor(company.companyId) };
  await deliver(ctx, new AbortController().signal);
}

test('a campaign is approved before it is switched on, and an edit takes that back', async () => {
  const { admin, manager } = company.people;
  const draft = await manager.call(createCampaignTrigger, {
    body: { name: 'Birthdays', recurrence: 'birthday', all_email_ids: [await aTemplate(manager)] },
  });
  const change = (by: Client, body: object) => by.call(updateCampaignTrigger, { params: { id: draft.id }, body });
  expect(draft).toMatchObject({ state: 'draft', compliant: false, enabled: false, can: { update: true, approve: false } });
  await expect(change(manager, { enabled: true })).rejects.toThrow('campaigns.not_approved');
  await expect(change(manager, { compliant: true })).rejects.toThrow('forbidden');
  expect(await change(admin, { compliant: true })).toMatchObject({ state: 'approved', approved_by: { id: admin.userId } });
  const on = await change(manager, { enabled: true });
  expect(on).toMatchObject({ state: 'on', next_at: expect.any(String) });
  expect(Date.parse(on.next_at ?? '')).toBeGreaterThan(Date.now());
  expect(await change(manager, { name: 'Birthdays of clients' })).toMatchObject({ state: 'on' });
  expect(await change(manager, { hour: 10 })).toMatchObject({ state: 'draft', enabled: false, next_at: null, approved_by: null });
  await expect(change(manager, { hour: 11, version: draft.version })).rejects.toThrow('campaigns.stale');
});

test('what does not fit together is refused at its field', async () => {
  const { admin, manager } = company.people;
  const refused = (body: object, by: Client = admin) =>
    expect(by.call(createCampaignTrigger, { body: { name: 'X', ...body } })).rejects;
  await refused({ auto_trigger: true, trigger: 'tag_added' }).toThrow('tags');
  await refused({ auto_trigger: true }).toThrow('trigger');
  await refused({ auto_trigger: true, trigger: 'contact_created', recurrence: 'birthday' }).toThrow('recurrence');
  await refused({ recurrence: 'while_status' }).toThrow('status_ids');
  await refused({ all_email_ids: [999_999] }).toThrow('all_email_ids');
  await refused({ global: true }, manager).toThrow('forbidden');
  const text = await admin.call(createCampaignTrigger, { body: { name: 'Text', trigger_type: 'sms', body: 'Hi' } });
  expect(text).toMatchObject({ trigger_type: 'sms', body: 'Hi' });
  const approve = { params: { id: text.id }, body: { compliant: true } };
  expect(await admin.call(updateCampaignTrigger, approve)).toMatchObject({ state: 'approved' });
  const silent = await admin.call(createCampaignTrigger, { body: { name: 'Silent', trigger_type: 'sms' } });
  await expect(admin.call(updateCampaignTrigger, { ...approve, params: { id: silent.id } })).rejects.toThrow('body');
  const empty = await admin.call(createCampaignTrigger, { body: { name: 'Empty' } });
  await expect(admin.call(updateCampaignTrigger, { ...approve, params: { id: empty.id } })).rejects.toThrow('all_email_ids');
});

test('it is kept with its file and lists, as a form or as JSON', async () => {
  const { admin } = company.people;
  const tag = await aTag(server, company.companyId, 'Kept');
  const made = await admin.call(createCampaignTrigger, {
    body: { name: 'With a file', tags: [tag], global: true, show_on_bulk: true, days: 3 },
    files: { file: pixel },
  });
  expect(made).toMatchObject({ tags: [tag], global: true, show_on_bulk: true, days: 3, file: { name: pixel.name } });
  const headers = { ...admin.headers, 'content-type': 'application/json' };
  const url = `/v1/admin/campaign_triggers/${made.id}`;
  const answer = await server.app.inject({ method: 'PATCH', url, headers, payload: JSON.stringify({ tags: [], file: null }) });
  expect(answer.json()).toMatchObject({ tags: [], file: null, global: true });
  const part = (name: string, value: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const form = { ...admin.headers, 'content-type': 'multipart/form-data; boundary=x' };
  const payload = `${part('tags[]', String(tag))}${part('status_ids[]', '')}--x--\r\n`;
  const again = await server.app.inject({ method: 'PATCH', url, headers: form, payload });
  expect(again.json()).toMatchObject({ tags: [tag], status_ids: [] });
});

test('on the day each contact who qualifies gets the mail as it was approved, once', async () => {
  const { admin, agent, manager } = company.people;
  const [tomorrow, tag] = [inDays(1), await aTag(server, company.companyId, 'Cake')];
  const birth_date = `1950${tomorrow.slice(4)}`.replace('-02-29', '-02-28');
  const [rosa, mute, other, stranger] = [
    await aRosa({ birth_date, tags: [tag] }),
    await aRosa({ birth_date, tags: [tag], do_not_email: true }),
    await aRosa({ birth_date }),
    await aRosa({ birth_date, tags: [tag], owner_id: company.people.stranger.userId }),
  ];
  const id = await aCampaign(manager, { name: 'Cake', recurrence: 'birthday', tags: [tag], hour: 9 });
  const { emails } = await manager.call(getCampaignTrigger, { params: { id } });
  await manager.call(updateEmail, { params: { id: emails[0]?.id ?? 0 }, body: { subject: 'Something else' } });
  await manager.call(deleteEmail, { params: { id: emails[0]?.id ?? 0 } });
  const seen = await manager.call(previewCampaignTrigger, { params: { id }, query: { day: tomorrow } });
  expect(seen).toMatchObject({
    total: 2,
    groups: [
      { answer: 'yes', reason: null, count: 1 },
      { answer: 'no', reason: 'do_not_contact', count: 1 },
    ],
  });
  const people = await manager.call(listCampaignPeople, { params: { id }, query: { day: tomorrow, answer: 'no' } });
  expect(people.data.map(({ contact }) => contact.id)).toEqual([mute]);
  const noon = new Date(`${tomorrow}T20:00:00Z`);
  for (let again = 0; again < 3; again++) await runCampaigns(server, company.companyId, noon);
  expect(await messagesOf(id)).toEqual([
    { contact_id: rosa, state: 'queued', once_key: `trigger:${id}:${tomorrow}`, subject: 'Happy birthday' },
    { contact_id: mute, state: 'blocked', once_key: `trigger:${id}:${tomorrow}`, subject: 'Happy birthday' },
  ]);
  expect([other, stranger]).not.toContain(rosa);
  const { data } = await manager.call(listSends, { query: { campaign_trigger_id: id } });
  expect(data).toMatchObject([{ kind: 'auto', campaign: { id, name: 'Cake' }, counts: { queued: 1, blocked: 1 } }]);
  expect(await admin.call(listCampaignTriggers, { query: { q: 'Cake', all: true } })).toMatchObject({
    data: [{ id, recent: { queued: 1, blocked: 1 } }],
  });
  await expect(agent.call(listCampaignTriggers, { query: {} })).rejects.toThrow('forbidden');
});

test('a day that comes too late is left out, and without a mail server nothing begins', async () => {
  const { manager } = company.people;
  const tomorrow = inDays(1);
  const birth_date = `1951${tomorrow.slice(4)}`.replace('-02-29', '-02-28');
  await aRosa({ birth_date });
  const id = await aCampaign(manager, { recurrence: 'birthday', hour: 9 });
  await runCampaigns(server, company.companyId, new Date(`${tomorrow}T20:00:00Z`), null);
  await sql`update campaign_triggers set next_day = ${tomorrow}, next_at = now() where id = ${id}`.execute(server.operator.db);
  await runCampaigns(server, company.companyId, new Date(Date.parse(`${tomorrow}T20:00:00Z`) + dayMs));
  expect(await messagesOf(id)).toEqual([]);
});

test('switching it off, or deleting it, cancels what waits', async () => {
  const office = await aCompany(server, { admin: {}, manager: {} });
  const { admin, manager } = office.people;
  const birth_date = `1952${inDays(1).slice(4)}`.replace('-02-29', '-02-28');
  await aContact(server, office.companyId, { owner_id: manager.userId, email: 'a@example.com', birth_date });
  const make = async () => {
    const { id } = await manager.call(createCampaignTrigger, {
      body: { name: `B ${++count}`, category: 'service', recurrence: 'birthday', all_email_ids: [await aTemplate(manager)] },
    });
    await admin.call(updateCampaignTrigger, { params: { id }, body: { compliant: true, enabled: true } });
    return id;
  };
  const [first, second] = [await make(), await make()];
  const noon = new Date(`${inDays(1)}T20:00:00Z`);
  await runCampaigns(server, office.companyId, noon);
  await admin.call(updateCampaignTrigger, { params: { id: first }, body: { enabled: false } });
  const { data } = await admin.call(listSends, { query: { campaign_trigger_id: first } });
  expect(data).toMatchObject([{ status: 'cancelled', counts: { queued: 0, cancelled: 1 } }]);
  await admin.call(deleteCampaignTrigger, { params: { id: second } });
  await expect(admin.call(getCampaignTrigger, { params: { id: second } })).rejects.toThrow('not_found');
  expect((await admin.call(listSends, { query: { campaign_trigger_id: second } })).data).toMatchObject([{ status: 'cancelled' }]);
});

test('of a user who leaves it runs on only where it reaches the same contacts; else an administrator hears that it stopped', async () => {
  const office = await aCompany(server, {
    admin: {},
    second: { role: 'admin' },
    manager: {},
    other: { role: 'manager' },
    agent: {},
  });
  const { admin, second, manager, other, agent } = office.people;
  const birth_date = `1952${inDays(1).slice(4)}`.replace('-02-29', '-02-28');
  for (const { userId } of [manager, other])
    await aContact(server, office.companyId, { owner_id: userId, email: `of${userId}@example.com`, birth_date });
  const make = async (by: Client, body: object = {}) => {
    const { id } = await by.call(createCampaignTrigger, {
      body: { name: `B ${++count}`, category: 'service', recurrence: 'birthday', all_email_ids: [await aTemplate(by)], ...body },
    });
    await admin.call(updateCampaignTrigger, { params: { id }, body: { compliant: true, enabled: true } });
    return id;
  };
  const [whole, few, theirs] = [await make(second, { global: true }), await make(manager), await make(other)];
  await runCampaigns(server, office.companyId, new Date(`${inDays(1)}T20:00:00Z`));
  const shown = (id: number) => admin.call(getCampaignTrigger, { params: { id } });
  const waits = async (id: number) =>
    (await admin.call(listSends, { query: { campaign_trigger_id: id } })).data.map(({ status, counts }) => [
      status,
      counts.queued,
    ]);
  const goes = async (from: number, to?: number) =>
    (await admin.call(getUserBelongings, { params: { id: from }, query: { owner_id: to } })).running_campaigns;
  const leave = (from: number, to: number) => admin.call(deactivateUser, { params: { id: from }, query: { owner_id: to } });

  // Both see the whole company.
  expect(await goes(second.userId, agent.userId)).toMatchObject([{ id: whole, goes: 'stop' }]);
  expect(await goes(second.userId, admin.userId)).toMatchObject([{ id: whole, goes: 'continue' }]);
  await leave(second.userId, admin.userId);
  expect(await shown(whole)).toMatchObject({ state: 'on', owner: { id: admin.userId } });
  expect(await waits(whole)).toEqual([['sending', 2]]);

  // The administrator would reach more than the manager: it has to be approved again.
  expect(await goes(manager.userId, admin.userId)).toMatchObject([{ id: few, goes: 'ask' }]);
  await leave(manager.userId, admin.userId);
  expect(await shown(few)).toMatchObject({
    state: 'draft',
    owner: { id: admin.userId },
    problem: expect.stringContaining('has left'),
  });
  expect(await waits(few)).toEqual([['cancelled', 0]]);

  // An agent may run none: it stays, stopped, until somebody takes it over.
  await leave(other.userId, agent.userId);
  expect(await shown(theirs)).toMatchObject({ state: 'stopped', owner: { id: other.userId } });
  expect(await waits(theirs)).toEqual([['cancelled', 0]]);
  const taken = await admin.call(updateCampaignTrigger, { params: { id: theirs }, body: { enabled: false } });
  expect(taken).toMatchObject({ state: 'draft', owner: { id: admin.userId } });

  const told = await server.operator.db
    .selectFrom('outbox')
    .where('company_id', '=', office.companyId)
    .where('name', '=', 'campaigns.stopped')
    .select('payload')
    .orderBy('id')
    .execute();
  expect(told.map(({ payload }) => payload)).toMatchObject([
    { userId: admin.userId, campaigns: [{ id: few }], successor: expect.any(String) },
    { userId: admin.userId, campaigns: [{ id: theirs }] },
  ]);
  const letters: Mail[] = [];
  const mail = { send: async (letter: Mail) => ({ id: String(letters.push(letter)) }), close() {} };
  const platform = { ...server.platform, mail };
  const { log, clock } = platform;
  const ctx = { platform, log, clock, actor: systemActor(office.companyId) };
  await mailStopped(ctx as never, told[0]?.payload as never);
  expect(letters).toMatchObject([
    { subject: expect.stringMatching(/^A campaign of .+ has stopped$/), to: { address: expect.any(String) } },
  ]);
});

test('events start it: a new contact, a status, a tag, a client; once, and not for an import', async () => {
  const { agent, manager } = company.people;
  const { companyId } = company;
  const [hot, tag] = [await aStatus(server, companyId, 'Hot'), await aTag(server, companyId, 'Webinar')];
  const event = (trigger: string, more: object = {}) => aCampaign(manager, { auto_trigger: true, trigger, ...more });
  const created = await event('contact_created');
  const changed = await event('status_changed', { status_ids: [hot] });
  const tagged = await event('tag_added', { tags: [tag] });
  const bought = await event('became_client');
  const { id } = await agent.call(createContact, {
    body: { first_name: 'Nia', emails: [{ address: 'nia@example.com' }], state: 'FL' },
  });
  const ids = async () => Promise.all([created, changed, tagged, bought].map(async (each) => (await messagesOf(each)).length));
  await look();
  expect(await ids()).toEqual([1, 0, 0, 0]);
  await agent.call(updateContact, { params: { id }, body: { status_id: hot, kind: 'client' } });
  await agent.call(updateTagsSingle, { body: { id, tags: [tag], before: [] } });
  await look();
  expect(await ids()).toEqual([1, 1, 1, 1]);
  await agent.call(updateContact, { params: { id }, body: { status_id: null, kind: 'lead' } });
  await agent.call(updateContact, { params: { id }, body: { status_id: hot, kind: 'client' } });
  await look();
  await look();
  expect(await ids()).toEqual([1, 1, 1, 1]);
  const other = await aRosa({ status_id: hot });
  await server.operator.db
    .insertInto('contact_changes')
    .values({
      company_id: companyId,
      contact_id: other,
      action: 'updated',
      import_id: 1,
      after: JSON.stringify({ status_id: hot }),
    })
    .execute();
  await look();
  expect(await ids()).toEqual([1, 1, 1, 1]);
  // Another contact of the same day joins the same send.
  const late = await aRosa();
  await agent.call(updateContact, { params: { id: late }, body: { status_id: hot } });
  await look();
  const { data } = await manager.call(listSends, { query: { campaign_trigger_id: changed } });
  expect(data).toMatchObject([{ status: 'sending', counts: { total: 2, queued: 2 } }]);
});

test('what it sends is on the timeline under its name', async () => {
  const { agent, manager } = company.people;
  const contact = await aRosa();
  const source = await insertId(server.operator.db, 'sources', { company_id: company.companyId, title: `S ${++count}` });
  const corporation = await insertId(server.operator.db, 'corporations', { company_id: company.companyId, name: `C ${++count}` });
  await server.operator.db
    .insertInto('source_corporations')
    .values({ company_id: company.companyId, source_id: source, corporation_id: corporation })
    .execute();
  await agent.call(updateContact, { params: { id: contact }, body: { source_id: source } });
  const status = await aStatus(server, company.companyId, 'Welcome');
  const id = await aCampaign(manager, {
    name: 'Welcome',
    auto_trigger: true,
    trigger: 'status_changed',
    status_ids: [status],
    corporation_ids: [corporation],
  });
  await agent.call(updateContact, { params: { id: contact }, body: { status_id: status } });
  await agent.call(updateContact, { params: { id: await aRosa() }, body: { status_id: status } });
  await look();
  expect((await messagesOf(id)).map(({ contact_id }) => contact_id)).toEqual([contact]);
  await sendNow();
  const { data } = await agent.call(listContactTimeline, { params: { id: contact }, query: {} });
  expect(JSON.stringify(data)).toContain('"after":"Welcome"');
});

test('by hand: people are offered what is on and shown there, and send what was approved', async () => {
  const { agent, manager, stranger } = company.people;
  const id = await aCampaign(manager, { name: 'Newsletter', show_on_bulk: true }, 'News of May');
  const offered = async (by: Client) => (await by.call(listReadyCampaigns, { query: { q: 'Newsl' } })).data;
  expect(await offered(agent)).toMatchObject([{ id, name: 'Newsletter', subject: 'News of May' }]);
  expect(await offered(stranger)).toEqual([]);
  expect((await agent.call(listReadyCampaigns, { query: { q: 'Newsl', place: 'event' } })).data).toEqual([]);
  const ids = [await aRosa()];
  await expect(stranger.call(mailGroup, { body: { ids, email_campaign_trigger_id: id } })).rejects.toThrow(
    'email_campaign_trigger_id',
  );
  await expect(agent.call(mailGroup, { body: { ids } })).rejects.toThrow('email_id');
  const send = await agent.call(mailGroup, { body: { ids, email_campaign_trigger_id: id } });
  expect(await agent.call(getSend, { params: { id: send.id } })).toMatchObject({
    kind: 'group',
    purpose: 'service',
    subject: 'News of May',
    campaign: { id, name: 'Newsletter' },
  });
  await manager.call(updateCampaignTrigger, { params: { id }, body: { enabled: false } });
  expect(await offered(agent)).toEqual([]);
  expect((await agent.call(listMessages, { params: { id: send.id }, query: {} })).data).toEqual([]);
  expect(await agent.call(getSend, { params: { id: send.id } })).toMatchObject({ status: 'cancelled' });
});

test('an offered campaign is seen as a contact gets it, with its file and pictures, and sent by hand', async () => {
  const { admin, manager, agent, stranger } = company.people;
  const rosa = await aRosa({ first_name: 'Rosa' });
  const made = await manager.call(createCampaignTrigger, {
    body: {
      name: 'By hand',
      category: 'service',
      all_email_ids: [await aTemplate(manager, 'For {{first_name}}')],
      show_on_bulk: true,
    },
    files: { file: pixel },
  });
  const asked = (by: Client, query: object = {}) => by.call(previewReadyCampaign, { params: { id: made.id }, query });
  await expect(asked(agent)).rejects.toThrow('not_found');
  await admin.call(updateCampaignTrigger, { params: { id: made.id }, body: { compliant: true, enabled: true } });
  expect(await asked(agent, { contact_id: rosa })).toMatchObject({
    subject: 'For Rosa',
    category: 'service',
    attachments: [{ name: pixel.name }],
    refusal: null,
  });
  expect((await asked(agent)).to.name).not.toBe('');
  await expect(asked(stranger)).rejects.toThrow('not_found');
  await expect(asked(agent, { contact_id: await aRosa({ owner_id: stranger.userId }) })).rejects.toThrow('not_found');
  expect((await agent.call(listReadyCampaigns, { query: { place: 'bulk' } })).data.map(({ id }) => id)).toContain(made.id);
  expect((await agent.call(listReadyCampaigns, { query: { place: 'conversation' } })).data.map(({ id }) => id)).not.toContain(
    made.id,
  );
  const send = await agent.call(mailGroup, { body: { ids: [rosa], email_campaign_trigger_id: made.id } });
  expect(send).toMatchObject({ kind: 'group', purpose: 'service', campaign: { id: made.id }, subject: 'For {{first_name}}' });
});
