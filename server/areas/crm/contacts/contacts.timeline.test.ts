// The timeline of a contact, which reads the journal backwards: its pages, its filters, and who sees which kinds.
import { beforeAll, describe, expect, test } from 'vitest';
import { logContactActivity } from '#contract/contactActivities.ts';
import {
  createContactNote,
  deleteContactNote,
  getContactTimelineFilters,
  listContactTimeline,
  updateContactNoteEntry,
} from '#contract/contactHistory.ts';
import { updateContact } from '#contract/contacts.ts';
import { updateTagsSingle } from '#contract/tags.ts';
import { aCompany, aContact, aStatus, aTag, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'manager' | 'agent' | 'agent2' | 'basic'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { manager: {}, agent: { under: 'manager' }, agent2: {}, basic: { under: 'manager' } });
});

const aContactOf = (client: Client) =>
  aContact(server, company.companyId, { owner_id: client.userId, first_name: 'Rosa', last_name: 'Alvarez' });
const at = (id: number) => ({ params: { id } });

describe('the timeline', () => {
  const read = (client: Client, id: number, cursor?: string) =>
    client.call(listContactTimeline, { ...at(id), query: cursor === undefined ? {} : { cursor } });

  test('tells who did what, newest first, with names for ids and the notes’ text as it is now', async () => {
    const { manager, agent } = company.people;
    const id = await aContactOf(agent);
    const [status, tag] = [await aStatus(server, company.companyId, 'Warm'), await aTag(server, company.companyId, 'hot')];
    await agent.call(updateContact, { ...at(id), body: { status_id: status, city: 'Miami' } });
    await agent.call(updateTagsSingle, { body: { id, tags: [tag] } });
    await agent.call(logContactActivity, { ...at(id), body: { type: 'call' } });
    const note = await agent.call(createContactNote, { ...at(id), body: { body: 'Draft' } });
    await agent.call(updateContactNoteEntry, { params: { id, noteId: note.id }, body: { body: 'Final' } });
    await manager.call(updateContact, { ...at(id), body: { owner_id: manager.userId } });

    const { data, meta } = await read(manager, id);
    expect(data).toMatchObject([
      { action: 'assigned', actor: { id: manager.userId, name: 'manager Tester' }, note: null },
      { action: 'note_edited', changes: [], note: { id: note.id, body: 'Final' } },
      { action: 'noted', actor: { id: agent.userId, name: 'agent Tester' }, note: { id: note.id, body: 'Final' } },
      {
        action: 'activity',
        changes: expect.arrayContaining([{ field: 'activity', before: null, after: 'call', restorable: false }]),
      },
      { action: 'tagged', changes: [{ field: 'tags', before: [], after: [tag], restorable: false }] },
      { action: 'updated', import_id: null },
    ]);
    expect(data[0]?.changes).toEqual([{ field: 'owner_id', before: agent.userId, after: manager.userId, restorable: true }]);
    expect(data[5]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'status_id', before: null, after: status, restorable: true },
        { field: 'city', before: '', after: 'Miami', restorable: true },
      ]),
    );
    expect(meta.names).toMatchObject({
      [`owner_id:${agent.userId}`]: 'agent Tester',
      [`owner_id:${manager.userId}`]: 'manager Tester',
      [`status_id:${status}`]: 'Warm',
      [`tags:${tag}`]: 'hot',
    });
  });

  test('a note that was removed leaves its mark and not its text', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const note = await agent.call(createContactNote, { ...at(id), body: { body: 'Regretted' } });
    await agent.call(deleteContactNote, { params: { id, noteId: note.id } });
    const timeline = await read(agent, id);
    expect(timeline.data).toMatchObject([
      { action: 'note_deleted', note: null },
      { action: 'noted', note: null },
    ]);
    expect(JSON.stringify(timeline)).not.toContain('Regretted');
  });

  test('goes on page by page, meeting every entry once though some share a moment', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const entries = Array.from({ length: 75 }, (_, n) => ({
      company_id: company.companyId,
      contact_id: id,
      action: 'activity',
      actor_id: agent.userId,
      at: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(n / 10))).toISOString(),
      after: JSON.stringify({ activity: `n${n}` }),
    }));
    await server.operator.db.insertInto('contact_changes').values(entries).execute();
    const met: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, meta } = await read(agent, id, cursor);
      met.push(...data.map((entry) => String(entry.changes[0]?.after)));
      cursor = meta.next_cursor ?? undefined;
    } while (cursor);
    expect(met).toHaveLength(75);
    expect(new Set(met).size).toBe(75);
    expect(met[0]).toMatch(/^n7[0-4]$/);
  });

  test('a cursor with a day that is in no calendar is the sender’s mistake', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    for (const moment of ['2025-02-30 10:00:00+00', '2025-13-01 10:00:00+00', '2025-01-01 25:00:00+00', '0000-01-01 00:00:00+00'])
      await expect(read(agent, id, `${moment}~1`), moment).rejects.toMatchObject({ status: 422, code: 'invalid' });
  });

  test('is for those in reach', async () => {
    const id = await aContactOf(company.people.agent);
    await expect(read(company.people.agent2, id)).rejects.toMatchObject({ status: 404 });
  });
});

describe('the filters of the timeline', () => {
  const find = async (client: Client, id: number, query: { kind?: string; actor_id?: number; q?: string }) =>
    (await client.call(listContactTimeline, { ...at(id), query })).data.map(({ action }) => action);

  /** Newest first: the manager’s call, a note, tags, an edit. */
  async function aHistory() {
    const { manager, agent } = company.people;
    const id = await aContactOf(agent);
    const [status, tag] = [
      await aStatus(server, company.companyId, `Quoted ${id}`),
      await aTag(server, company.companyId, `hot ${id}`),
    ];
    await agent.call(updateContact, { ...at(id), body: { status_id: status, city: 'Miami' } });
    await agent.call(updateTagsSingle, { body: { id, tags: [tag] } });
    await agent.call(createContactNote, { ...at(id), body: { body: 'Called José' } });
    await manager.call(logContactActivity, { ...at(id), body: { type: 'call' } });
    return id;
  }

  test('are the kinds and the people that the history has', async () => {
    const { manager, agent } = company.people;
    const id = await aHistory();
    expect(await agent.call(getContactTimelineFilters, at(id))).toEqual({
      kinds: [
        { name: 'record', label: 'The record' },
        { name: 'notes', label: 'Notes' },
        { name: 'activities', label: 'Calls and other activities' },
        { name: 'tags', label: 'Tags' },
      ],
      people: [
        { id: agent.userId, name: 'agent Tester' },
        { id: manager.userId, name: 'manager Tester' },
      ],
    });
    expect(await find(agent, id, { kind: 'notes' })).toEqual(['noted']);
    expect(await find(agent, id, { actor_id: manager.userId })).toEqual(['activity']);
    expect(await find(agent, id, { kind: 'notes', actor_id: manager.userId })).toEqual([]);
    expect(await find(agent, id, { kind: 'no such kind' })).toEqual([]);
  });

  test('find text in notes, in values, and in the names of statuses and tags', async () => {
    const { agent } = company.people;
    const id = await aHistory();
    expect(await find(agent, id, { q: 'jose' })).toEqual(['noted']);
    expect(await find(agent, id, { q: 'MIAMI' })).toEqual(['updated']);
    expect(await find(agent, id, { q: `quoted ${id}` })).toEqual(['updated']);
    expect(await find(agent, id, { q: `hot ${id}` })).toEqual(['tagged']);
    expect(await find(agent, id, { q: 'call' })).toEqual(['activity', 'noted']);
    expect(await find(agent, id, { q: '%' })).toEqual([]);
    // Nobody sees the ids of the tags.
    const { data } = await agent.call(listContactTimeline, { ...at(id), query: {} });
    const ids = JSON.stringify(data.find(({ action }) => action === 'tagged')?.changes[0]?.after);
    expect(ids).toMatch(/^\[\d+]$/);
    expect(await find(agent, id, { q: ids })).toEqual([]);
  });

  test('tell of prescriptions only to users who may see them', async () => {
    const { manager, basic } = company.people;
    const id = await aContactOf(basic);
    await server.operator.db
      .insertInto('contact_changes')
      .values([
        { company_id: company.companyId, contact_id: id, action: 'prescriptions_changed', actor_id: manager.userId },
        { company_id: company.companyId, contact_id: id, action: 'policy_added', actor_id: manager.userId },
        { company_id: company.companyId, contact_id: id, action: 'of_no_kind', actor_id: manager.userId },
      ])
      .execute();
    expect(await find(manager, id, {})).toEqual(['policy_added', 'prescriptions_changed']);
    expect(await find(basic, id, {})).toEqual(['policy_added']);
    expect(await find(basic, id, { kind: 'prescriptions' })).toEqual([]);
    expect((await basic.call(getContactTimelineFilters, at(id))).kinds).toMatchObject([{ name: 'policies' }]);
  });

  test('are for those in reach', async () => {
    const id = await aContactOf(company.people.agent);
    await expect(company.people.agent2.call(getContactTimelineFilters, at(id))).rejects.toMatchObject({ status: 404 });
  });
});
