// Notes, one's own and others'.
import { beforeAll, describe, expect, test } from 'vitest';
import { createContactNote, deleteContactNote, listContactNotes, updateContactNoteEntry } from '#contract/contactHistory.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
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

  test('a change is based on a version: nobody overwrites a text unseen', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const note = await add(agent, id, 'First');
    const params = { id, noteId: note.id };
    const edit = (body: string, version?: string) =>
      agent.call(updateContactNoteEntry, { params, body: { body, ...(version && { version }) } });
    const second = await edit('Second', note.updated_at);
    await expect(edit('Third', note.updated_at)).rejects.toMatchObject({ status: 409, code: 'contacts.note_stale' });
    expect((await edit('Third', second.updated_at)).body).toBe('Third');
    expect((await edit('Fourth')).body).toBe('Fourth');
  });

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
      { update: false, delete: false, pin: true },
      { update: true, delete: true, pin: true },
    ]);
    expect((await list(manager, id)).map(({ can }) => can)).toEqual([
      { update: true, delete: true, pin: true },
      { update: false, delete: true, pin: true },
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

  test('of a deleted contact can be read, and nothing about them changed', async () => {
    const { manager, agent } = company.people;
    const id = await aContactOf(agent);
    await add(agent, id, 'Mine');
    await server.operator.db.updateTable('contacts').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    const none = { update: false, delete: false, pin: false };
    for (const client of [agent, manager]) expect(await list(client, id)).toMatchObject([{ body: 'Mine', can: none }]);
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
