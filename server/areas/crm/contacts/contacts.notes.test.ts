// Notes, one's own and others', and the timeline that reads the journal backwards.
import { beforeAll, describe, expect, test } from 'vitest';
import { logContactActivity } from '#contract/contactActivities.ts';
import {
  createContactNote,
  deleteContactNote,
  listContactNotes,
  listContactTimeline,
  updateContactNoteEntry,
} from '#contract/contactHistory.ts';
import { updateContact } from '#contract/contacts.ts';
import { updateTagsSingle } from '#contract/tags.ts';
import { aCompany, aContact, aStatus, aTag, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'manager' | 'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { manager: {}, agent: { under: 'manager' }, agent2: {} });
});

const aContactOf = (client: Client) =>
  aContact(server, company.companyId, { owner_id: client.userId, first_name: 'Rosa', last_name: 'Alvarez' });
const at = (id: number) => ({ params: { id } });

describe('notes', () => {
  const add = (client: Client, id: number, body: string) => client.call(createContactNote, { ...at(id), body: { body } });
  const list = async (client: Client, id: number, q = '') =>
    (await client.call(listContactNotes, { ...at(id), query: { q } })).data;

  test('the newest first, searched in any case and without accents', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    for (const body of ['Called José', 'Left 50% off flyer', 'Wants plan G']) await add(agent, id, body);
    expect((await list(agent, id)).map((note) => note.body)).toEqual(['Wants plan G', 'Left 50% off flyer', 'Called José']);
    expect(await list(agent, id, 'JOSE')).toMatchObject([{ body: 'Called José', author: { id: agent.userId } }]);
    expect(await list(agent, id, '50%')).toHaveLength(1);
    expect(await list(agent, id, '%')).toHaveLength(1);
    expect(await list(agent, id, '_')).toHaveLength(0);
  });

  test('are edited by their author alone; a leader may remove them', async () => {
    const { manager, agent } = company.people;
    const id = await aContactOf(agent);
    const [own, led] = [await add(agent, id, 'Mine'), await add(manager, id, 'Led')];
    const edit = (client: Client, noteId: number) =>
      client.call(updateContactNoteEntry, { params: { id, noteId }, body: { body: 'Edited' } });
    const remove = (client: Client, noteId: number) => client.call(deleteContactNote, { params: { id, noteId } });

    expect((await list(agent, id)).map(({ can }) => can)).toEqual([
      { update: false, delete: false },
      { update: true, delete: true },
    ]);
    expect((await list(manager, id)).map(({ can }) => can)).toEqual([
      { update: true, delete: true },
      { update: false, delete: true },
    ]);
    await expect(edit(manager, own.id)).rejects.toMatchObject({ status: 403 });
    await expect(edit(agent, led.id)).rejects.toMatchObject({ status: 403 });
    await expect(remove(agent, led.id)).rejects.toMatchObject({ status: 403 });
    expect(await edit(agent, own.id)).toMatchObject({ id: own.id, body: 'Edited' });
    await remove(manager, own.id);
    expect(await list(agent, id)).toMatchObject([{ id: led.id }]);
    await expect(edit(agent, own.id)).rejects.toMatchObject({ status: 404 });
  });

  test('of another contact do not answer under this one', async () => {
    const { agent } = company.people;
    const [one, two] = [await aContactOf(agent), await aContactOf(agent)];
    const note = await add(agent, one, 'Mine');
    const wrong = { params: { id: two, noteId: note.id } };
    await expect(agent.call(updateContactNoteEntry, { ...wrong, body: { body: 'x' } })).rejects.toMatchObject({ status: 404 });
    await expect(agent.call(deleteContactNote, wrong)).rejects.toMatchObject({ status: 404 });
    expect(await list(agent, one)).toMatchObject([{ body: 'Mine' }]);
  });

  test('of a contact out of reach are not there', async () => {
    const { agent, agent2 } = company.people;
    const id = await aContactOf(agent);
    await add(agent, id, 'Secret');
    await expect(list(agent2, id)).rejects.toMatchObject({ status: 404 });
    await expect(add(agent2, id, 'x')).rejects.toMatchObject({ status: 404 });
  });

  test('say something', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    await expect(add(agent, id, ' \n ')).rejects.toMatchObject({ problem: { errors: { body: ['Write something'] } } });
  });
});

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
