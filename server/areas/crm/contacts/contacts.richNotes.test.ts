// Notes with formatting: stored and shown, pinned, and with colleagues who are mentioned.
import { beforeAll, describe, expect, test } from 'vitest';
import { logContactActivity } from '#contract/contactActivities.ts';
import {
  createContactNote,
  deleteContactNote,
  listContactNotes,
  listContactTimeline,
  listMentionableUsers,
  pinContactNote,
  updateContactNoteEntry,
} from '#contract/contactHistory.ts';
import type { RichDoc, RichInline } from '#contract/kit/richText.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });
});

const aContactOf = (client: Client) => aContact(server, company.companyId, { owner_id: client.userId, first_name: 'Rosa' });
const at = (id: number) => ({ params: { id } });
const docWith = (...content: RichInline[]): RichDoc => ({ type: 'doc', content: [{ type: 'paragraph', content }] });
const bold = (text: string): RichInline => ({ type: 'text', text, marks: [{ type: 'bold' }] });
const mention = ({ userId }: Client, label = 'whatever the browser says'): RichInline => ({
  type: 'mention',
  attrs: { id: userId, label },
});
const add = (client: Client, id: number, doc: RichDoc) => client.call(createContactNote, { ...at(id), body: { doc } });

/** The mails that are to be sent about a note, and what its mentions are told on the cable. */
async function toldAbout(noteId: number) {
  const rows = await server.operator.db.selectFrom('outbox').selectAll().where('company_id', '=', company.companyId).execute();
  const texts = rows
    .map((row) => JSON.stringify(row))
    .filter((row) => row.includes(`"note_id":${noteId}`) || row.includes(`\\"note_id\\":${noteId}`));
  return {
    mails: texts.filter((row) => row.includes('contacts.mentioned')),
    notices: texts.filter((row) => row.includes('note.mentioned')),
  };
}

describe('a formatted note', () => {
  test('is stored as it was sent, with its text beside it for the search and for older clients', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const doc = docWith(bold('Wants'), { type: 'text', text: ' plan G' });
    expect(await add(agent, id, doc)).toMatchObject({ body: 'Wants plan G', doc });
    await agent.call(createContactNote, { ...at(id), body: { body: 'Plain' } });
    const found = await agent.call(listContactNotes, { ...at(id), query: { q: 'PLAN g' } });
    expect(found.data).toMatchObject([{ body: 'Wants plan G', doc }]);
    const { data } = await agent.call(listContactTimeline, { ...at(id), query: {} });
    expect(data.map(({ note }) => note)).toMatchObject([
      { body: 'Plain', doc: null },
      { body: 'Wants plan G', doc },
    ]);
  });

  test('becomes plain when it is edited by a client that sends text, and formatted again', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const note = await add(agent, id, docWith(bold('One')));
    const edit = (body: { body?: string; doc?: RichDoc }) =>
      agent.call(updateContactNoteEntry, { params: { id, noteId: note.id }, body });
    expect(await edit({ body: 'Two' })).toMatchObject({ body: 'Two', doc: null });
    expect(await edit({ doc: docWith(bold('Three')) })).toMatchObject({ body: 'Three', doc: { type: 'doc' } });
  });

  test('goes with a logged call', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    await agent.call(logContactActivity, { ...at(id), body: { type: 'call', note_doc: docWith(bold('Call back')) } });
    const { data } = await agent.call(listContactNotes, { ...at(id), query: {} });
    expect(data).toMatchObject([{ body: 'Call back', doc: { type: 'doc' } }]);
  });

  test('with anything else in it, or without a word, is refused', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const hostile = { type: 'doc', content: [{ type: 'script', content: [{ type: 'text', text: 'alert(1)' }] }] };
    await expect(add(agent, id, hostile as unknown as RichDoc)).rejects.toMatchObject({ status: 422, code: 'invalid' });
    await expect(add(agent, id, { type: 'doc', content: [{ type: 'paragraph' }] })).rejects.toMatchObject({
      problem: { errors: { body: ['Write something'] } },
    });
    await expect(agent.call(createContactNote, { ...at(id), body: {} })).rejects.toMatchObject({ status: 422 });
  });

  test('that does not fit what is stored today is shown as its text', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const note = await add(agent, id, docWith(bold('Old')));
    const doc = JSON.stringify({ type: 'doc', content: [{ type: 'script', content: [] }] });
    await server.operator.db.updateTable('contact_notes').set({ doc }).where('id', '=', note.id).execute();
    const { data } = await agent.call(listContactNotes, { ...at(id), query: {} });
    expect(data).toMatchObject([{ body: 'Old', doc: null }]);
  });
});

test('pinned notes stand first, no matter who wrote them, and the timeline says who pinned', async () => {
  const { manager, agent, agent2 } = company.people;
  const id = await aContactOf(agent);
  const [first] = [await agent.call(createContactNote, { ...at(id), body: { body: 'First' } })];
  await agent.call(createContactNote, { ...at(id), body: { body: 'Second' } });
  const pin = (client: Client, pinned: boolean) =>
    client.call(pinContactNote, { params: { id, noteId: first.id }, body: { pinned } });
  const bodies = async () => (await agent.call(listContactNotes, { ...at(id), query: {} })).data.map(({ body }) => body);
  expect(await bodies()).toEqual(['Second', 'First']);
  expect(await pin(manager, true)).toMatchObject({ pinned: true, body: 'First' });
  expect(await pin(manager, true)).toMatchObject({ pinned: true });
  expect(await bodies()).toEqual(['First', 'Second']);
  await expect(pin(agent2, true)).rejects.toMatchObject({ status: 404 });
  await pin(agent, false);
  expect(await bodies()).toEqual(['Second', 'First']);
  const { data } = await agent.call(listContactTimeline, { ...at(id), query: { kind: 'notes' } });
  expect(data.map(({ action }) => action)).toEqual(['note_unpinned', 'note_pinned', 'noted', 'noted']);
});

describe('a mention', () => {
  test('is offered for colleagues who can see the contact', async () => {
    const { admin, manager, agent, agent2 } = company.people;
    const id = await aContactOf(agent);
    const names = async (q: string) => (await agent.call(listMentionableUsers, { ...at(id), query: { q } })).data;
    expect(await names('')).toEqual([
      { id: admin.userId, name: 'admin Tester' },
      { id: manager.userId, name: 'manager Tester' },
    ]);
    expect(await names('MANA')).toEqual([{ id: manager.userId, name: 'manager Tester' }]);
    await expect(agent2.call(listMentionableUsers, { ...at(id), query: {} })).rejects.toMatchObject({ status: 404 });
  });

  test('tells the colleague once, and has the name that the office knows', async () => {
    const { manager, agent } = company.people;
    const id = await aContactOf(agent);
    const note = await add(agent, id, docWith(mention(manager), mention(agent)));
    expect(note.body).toBe('@manager Tester@agent Tester');
    const told = await toldAbout(note.id);
    expect(told.mails).toHaveLength(1);
    expect(told.mails[0]).toContain(`${manager.userId}`);
    expect(told.notices).toHaveLength(1);
    const edit = (doc: RichDoc) => agent.call(updateContactNoteEntry, { params: { id, noteId: note.id }, body: { doc } });
    await edit(docWith(bold('Edited '), mention(manager)));
    await edit(docWith(bold('Nobody')));
    expect((await toldAbout(note.id)).mails).toHaveLength(1);
  });

  test('whose name makes the text too long is refused, and so is a text that is too long by itself', async () => {
    const { manager, agent } = company.people;
    const id = await aContactOf(agent);
    const tooLong = { status: 422, problem: { errors: { doc: ['This text can have 10,000 characters at most'] } } };
    const text = (length: number): RichInline => ({ type: 'text', text: 'a'.repeat(length) });
    await expect(add(agent, id, docWith(text(9_995), mention(manager, 'M')))).rejects.toMatchObject(tooLong);
    await expect(add(agent, id, docWith(text(10_000), text(1)))).rejects.toMatchObject(tooLong);
  });

  test('of a colleague who cannot see the contact is refused; one that stands stays', async () => {
    const { admin, manager, agent, agent2 } = company.people;
    const id = await aContactOf(agent);
    const refused = { status: 422, problem: { errors: { doc: ['Someone you mention cannot see this contact'] } } };
    await expect(add(agent, id, docWith(mention(agent2)))).rejects.toMatchObject(refused);
    const stranger = { type: 'mention', attrs: { id: 999_999_999, label: 'x' } } as const;
    await expect(add(agent, id, docWith(stranger))).rejects.toMatchObject(refused);
    const note = await add(agent, id, docWith(mention(manager)));
    await server.operator.db.updateTable('users').set({ manager_id: null }).where('id', '=', agent.userId).execute();
    try {
      const edited = await agent.call(updateContactNoteEntry, {
        params: { id, noteId: note.id },
        body: { doc: docWith(mention(manager), bold(' again'), mention(admin)) },
      });
      expect(edited.body).toBe('@manager Tester again@admin Tester');
    } finally {
      await server.operator.db.updateTable('users').set({ manager_id: manager.userId }).where('id', '=', agent.userId).execute();
    }
    await agent.call(deleteContactNote, { params: { id, noteId: note.id } });
  });
});
