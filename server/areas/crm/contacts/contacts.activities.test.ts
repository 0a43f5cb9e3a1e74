// Activities: kind, outcome, note and time; undone by the user who logged them.
import { beforeAll, describe, expect, test } from 'vitest';
import { logContactActivity, undoContactActivity } from '#contract/contactActivities.ts';
import { listContactNotes, listContactTimeline } from '#contract/contactHistory.ts';
import { journalOf, openContact } from '#tests/support/contacts.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'manager' | 'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { manager: {}, agent: { under: 'manager' }, agent2: {} });
});

const aContactOf = (client: Client) => aContact(server, company.companyId, { owner_id: client.userId, last_name: 'Alvarez' });
const log = (client: Client, id: number, body: Parameters<typeof client.call<typeof logContactActivity>>[1]['body']) =>
  client.call(logContactActivity, { params: { id }, body });
const undo = (client: Client, id: number, activityId: number) => client.call(undoContactActivity, { params: { id, activityId } });
const timeline = async (client: Client, id: number) =>
  (await client.call(listContactTimeline, { params: { id }, query: {} })).data;
const notes = async (client: Client, id: number) =>
  (await client.call(listContactNotes, { params: { id }, query: { q: '' } })).data;

describe('logging', () => {
  test('an activity is the contact’s last, with its outcome, note and moment in the timeline', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const at = '2026-03-02T15:04:00.000Z';
    const contact = await log(agent, id, { type: 'call', outcome: 'reached', note: 'Wants a quote', at });
    expect(contact.last_activity).toEqual({ type: 'call', at: expect.stringMatching(/^2026-03-02/) });
    expect(await timeline(agent, id)).toMatchObject([
      {
        action: 'activity',
        actor: { id: agent.userId },
        note: { body: 'Wants a quote' },
        changes: expect.arrayContaining([
          { field: 'activity', before: null, after: 'call', restorable: false },
          { field: 'outcome', before: null, after: 'reached', restorable: false },
          { field: 'activity_at', before: null, after: at, restorable: false },
        ]),
      },
    ]);
    expect(await notes(agent, id)).toMatchObject([{ body: 'Wants a quote', author: { id: agent.userId } }]);
  });

  test('a kind alone is enough, and is now', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const contact = await log(agent, id, { type: 'voicemail' });
    expect(contact.last_activity).toEqual({ type: 'voicemail', at: expect.stringMatching(/^20\d\d-/) });
    expect(await journalOf(server, id)).toMatchObject([{ action: 'activity', after: { activity: 'voicemail' } }]);
    expect(await notes(agent, id)).toEqual([]);
  });

  test('one of last week leaves a later one the last', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    await log(agent, id, { type: 'meeting', at: '2026-03-02T15:00:00Z' });
    const contact = await log(agent, id, { type: 'mail', at: '2026-02-20T15:00:00Z' });
    expect(contact.last_activity).toMatchObject({ type: 'meeting' });
  });

  test.each([
    ['type', { type: 'nap' as 'call' }],
    ['outcome', { type: 'call' as const, outcome: 'bounced' }],
    ['at', { type: 'call' as const, at: new Date(Date.now() + 3_600_000).toISOString() }],
    ['at', { type: 'call' as const, at: 'yesterday' }],
    ['note', { type: 'call' as const, note: 'a\0b' }],
  ])('a wrong %s is refused, and nothing is logged', async (field, body) => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    await expect(log(agent, id, body)).rejects.toMatchObject({
      status: 422,
      problem: { errors: { [field]: expect.any(Array) } },
    });
    expect(await journalOf(server, id)).toEqual([]);
  });

  test('is for those in reach', async () => {
    const id = await aContactOf(company.people.agent);
    await expect(log(company.people.agent2, id, { type: 'call' })).rejects.toMatchObject({ status: 404 });
  });
});

describe('undoing', () => {
  test('takes the note away, and the activity before is the last again', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    await log(agent, id, { type: 'email', at: '2026-03-01T10:00:00Z' });
    const { activity_id } = await log(agent, id, { type: 'call', note: 'By mistake' });
    const contact = await undo(agent, id, activity_id);
    expect(contact.last_activity).toMatchObject({ type: 'email', at: expect.stringMatching(/^2026-03-01/) });
    expect(await notes(agent, id)).toEqual([]);
    expect((await journalOf(server, id)).map(({ action }) => action)).toEqual(['activity', 'activity', 'activity_undone']);
  });

  test('the only one leaves none', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const { activity_id } = await log(agent, id, { type: 'call' });
    expect((await undo(agent, id, activity_id)).last_activity).toBeNull();
  });

  test('shows no undone activity again, in whatever order they are undone', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const call = await log(agent, id, { type: 'call', at: '2026-03-02T15:00:00Z' });
    const mail = await log(agent, id, { type: 'mail', at: '2026-03-03T15:00:00Z' });
    expect((await undo(agent, id, call.activity_id)).last_activity).toMatchObject({ type: 'mail' });
    expect((await undo(agent, id, mail.activity_id)).last_activity).toBeNull();
  });

  test('the last one shows an earlier one that was logged later', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const { activity_id } = await log(agent, id, { type: 'call', at: '2026-03-02T15:00:00Z' });
    await log(agent, id, { type: 'meeting', at: '2026-03-01T15:00:00Z' });
    expect((await undo(agent, id, activity_id)).last_activity).toMatchObject({ type: 'meeting' });
  });

  test('leaves the last one alone where somebody has logged another since', async () => {
    const { agent, manager } = company.people;
    const id = await aContactOf(agent);
    const { activity_id } = await log(agent, id, { type: 'call' });
    await log(manager, id, { type: 'text' });
    await undo(agent, id, activity_id);
    expect((await openContact(agent, id)).last_activity).toMatchObject({ type: 'text' });
  });

  test('once, by the person who logged it, on its own contact', async () => {
    const { agent, manager } = company.people;
    const [id, other] = [await aContactOf(agent), await aContactOf(agent)];
    const { activity_id } = await log(agent, id, { type: 'call' });
    await expect(undo(manager, id, activity_id)).rejects.toMatchObject({ status: 404 });
    await expect(undo(agent, other, activity_id)).rejects.toMatchObject({ status: 404 });
    await undo(agent, id, activity_id);
    await expect(undo(agent, id, activity_id)).rejects.toMatchObject({ status: 404 });
  });
});
