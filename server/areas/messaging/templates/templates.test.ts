// E-mail templates: who sees and changes which, their order, files, versions and preview.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  bulkUpdateEmails,
  createEmail,
  deleteEmail,
  downloadEmailFile,
  getEmail,
  listEmails,
  listReadyEmails,
  previewEmail,
  updateEmail,
  uploadEmailFile,
} from '#contract/emails.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import type { MailDoc } from '#contract/kit/mailDoc.ts';
import { aMailDoc, pixel } from '#tests/support/examples.emails.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';
import { templateChores } from './templates.chores.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'agent2' | 'agent3' | 'basic'>;
let admin: Client;
let manager: Client;
let agent: Client;
let agent2: Client;
let agent3: Client;
let basic: Client;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, {
    admin: {},
    manager: {},
    agent: { under: 'manager' },
    agent2: { under: 'manager' },
    agent3: { unit: 'West' },
    basic: {},
  });
  ({ admin, manager, agent, agent2, agent3, basic } = company.people);
});

type Data = Partial<CallOf<typeof createEmail>['body']>;
const add = (client: Client, name: string, data: Data = {}) =>
  client.call(createEmail, { body: { name, subject: 'Hello {{first_name|there}}', doc: aMailDoc('Hi'), ...data } });
const names = async (client: Client, query: CallOf<typeof listEmails>['query'] = {}) =>
  (await client.call(listEmails, { query })).data.map(({ name }) => name);
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ status, problem: { code, errors } }) => ({ status, code, ...(errors && { errors }) }),
  );
const of = (id: number) => ({ params: { id } });

describe('a template', () => {
  test('is added, changed, found by its text, and deleted', async () => {
    const made = await add(agent, 'Welcome', { doc: aMailDoc('Thank you for choosing Harbor') });
    expect(made).toMatchObject({
      name: 'Welcome',
      share: 'private',
      owner: { id: agent.userId },
      version: 1,
      used: 0,
      can: { update: true },
    });
    const changed = await agent.call(updateEmail, { ...of(made.id), body: { name: 'Welcome aboard', version: 1 } });
    expect(changed).toMatchObject({ name: 'Welcome aboard', doc: made.doc, version: 2 });
    expect(await refusal(agent.call(updateEmail, { ...of(made.id), body: { name: 'Late', version: 1 } }))).toMatchObject({
      status: 409,
      code: 'emails.stale',
    });
    expect(await names(agent, { q: 'HARBOR' })).toEqual(['Welcome aboard']);
    expect(await names(agent, { q: '%' })).toEqual([]);
    await agent.call(deleteEmail, of(made.id));
    expect(await refusal(agent.call(getEmail, of(made.id)))).toMatchObject({ status: 404 });
  });

  test('with an unknown field is refused, by name', async () => {
    expect(await refusal(add(agent, 'Wrong', { subject: 'Hi {{nmae}}' }))).toEqual({
      status: 422,
      code: 'invalid',
      errors: { subject: ['There is no field {{nmae}}'] },
    });
    expect(await refusal(add(agent, 'Wrong', { doc: aMailDoc('{{ssn}}') }))).toMatchObject({
      errors: { doc: ['There is no field {{ssn}}'] },
    });
    expect(await refusal(add(agent, 'Wrong', { subject: 'Hi\r\nBcc: x@example.com' }))).toMatchObject({ status: 422 });
  });
});

describe('who sees and changes it', () => {
  test('private: its owner and those who lead them; only the owner is offered it', async () => {
    const { id } = await add(agent, 'Mine alone');
    expect(await names(agent)).toContain('Mine alone');
    for (const other of [agent2, agent3, basic])
      expect(await refusal(other.call(getEmail, of(id)))).toMatchObject({ status: 404 });
    expect(await names(manager)).not.toContain('Mine alone');
    expect(await names(manager, { all: true })).toContain('Mine alone');
    expect((await manager.call(listReadyEmails, { query: {} })).data.map(({ name }) => name)).not.toContain('Mine alone');
    expect(await manager.call(updateEmail, { ...of(id), body: { subject: 'Mended' } })).toMatchObject({ subject: 'Mended' });
  });

  test('team: everyone below its owner sees it; they do not change it', async () => {
    const { id } = await add(manager, 'For my team', { share: 'team' });
    for (const member of [agent, agent2]) {
      expect(await member.call(getEmail, of(id))).toMatchObject({ can: { update: false } });
      expect(await refusal(member.call(updateEmail, { ...of(id), body: { name: 'Mine now' } }))).toMatchObject({ status: 403 });
    }
    expect(await refusal(agent3.call(getEmail, of(id)))).toMatchObject({ status: 404 });
    expect(await refusal(add(agent, 'No team', { share: 'team' }))).toMatchObject({ status: 403, code: 'forbidden' });
  });

  test('company: everyone sees it, administrators keep it', async () => {
    const { id } = await add(admin, 'House style', { share: 'company' });
    for (const one of [manager, agent3, basic])
      expect(await one.call(getEmail, of(id))).toMatchObject({ can: { update: false } });
    expect(await refusal(manager.call(deleteEmail, of(id)))).toMatchObject({ status: 403 });
    expect(await refusal(add(manager, 'Mine for all', { share: 'company' }))).toMatchObject({ status: 403 });
    const own = await add(manager, 'Just mine');
    expect(await refusal(manager.call(updateEmail, { ...of(own.id), body: { share: 'company' } }))).toMatchObject({
      status: 403,
    });
  });

  test('an inactive one is offered to nobody', async () => {
    const { id } = await add(agent, 'Retired', { active: false });
    expect(await names(agent)).toContain('Retired');
    expect((await agent.call(listReadyEmails, { query: {} })).data.map((row) => row.id)).not.toContain(id);
  });
});

test('several change at once, or none', async () => {
  const [a, b] = [await add(admin, 'Bulk A'), await add(admin, 'Bulk B')];
  const house = await add(admin, 'Bulk house', { share: 'company' });
  expect(await admin.call(bulkUpdateEmails, { body: { ids: [a.id, b.id, a.id], active: false, share: 'company' } })).toEqual({
    changed: 2,
  });
  expect(await admin.call(getEmail, of(b.id))).toMatchObject({ active: false, share: 'company', version: 2 });
  const own = await add(agent, 'Bulk mine');
  expect(await refusal(agent.call(bulkUpdateEmails, { body: { ids: [own.id, house.id], delete: true } }))).toMatchObject({
    status: 403,
  });
  expect(await refusal(agent.call(bulkUpdateEmails, { body: { ids: [own.id, 999_999_999], active: false } }))).toMatchObject({
    status: 404,
  });
  expect(await agent.call(getEmail, of(own.id))).toMatchObject({ active: true });
  expect(await admin.call(bulkUpdateEmails, { body: { ids: [a.id, b.id], delete: true } })).toEqual({ changed: 2 });
});

test('the order by hand holds, however often rows are moved', async () => {
  const ids: number[] = [];
  for (const name of ['Order 1', 'Order 2', 'Order 3', 'Order 4']) ids.push((await add(agent2, name)).id);
  const [one = 0, two = 0, three = 0, four = 0] = ids;
  const move = (id: number, after_id: number | null) => agent2.call(updateEmail, { ...of(id), body: { after_id } });
  const shown = () => names(agent2, { q: 'order ' });
  await move(four, one);
  expect(await shown()).toEqual(['Order 1', 'Order 4', 'Order 2', 'Order 3']);
  await move(three, null);
  expect(await shown()).toEqual(['Order 3', 'Order 1', 'Order 4', 'Order 2']);
  // Halves between two rows until numbers run out: the rows are numbered anew.
  for (let turn = 0; turn < 60; turn++) await move(turn % 2 ? four : two, one);
  expect(await shown()).toEqual(['Order 3', 'Order 1', 'Order 4', 'Order 2']);
  expect(await refusal(move(one, 999_999_999))).toMatchObject({ status: 422 });
});

describe('files', () => {
  const upload = (client: Client, file = pixel) => client.call(uploadEmailFile, { files: { file } });
  const withPicture = (file_id: number): MailDoc => ({
    type: 'doc',
    content: [{ type: 'picture', attrs: { file_id, alt: 'Logo', width: 'small' } }],
  });

  test('are named by those who stored them or see a template with them', async () => {
    const mine = await upload(agent);
    expect(await refusal(add(agent2, 'Theirs', { attachments: [mine.id] }))).toMatchObject({ status: 422 });
    expect(await refusal(agent2.call(downloadEmailFile, { params: { fileId: mine.id } }))).toMatchObject({ status: 404 });
    const made = await add(agent, 'With files', { attachments: [mine.id], doc: withPicture(mine.id) });
    expect(made.attachments).toEqual([mine]);
    // A leader who mends it keeps the files that are in it.
    expect(await manager.call(updateEmail, { ...of(made.id), body: { doc: withPicture(mine.id) } })).toMatchObject({
      version: 2,
    });
  });

  test('a picture is one that mail programs show', async () => {
    const file = await upload(agent, { name: 'x.webp', content: 'RIFF....WEBP' });
    expect(await refusal(add(agent, 'WebP', { doc: withPicture(file.id) }))).toMatchObject({ status: 422 });
    expect(await refusal(upload(agent, { name: 'empty.gif', content: '' }))).toMatchObject({ code: 'files.empty' });
  });

  test.each<[string, string | Buffer]>([
    ['page.html', '<!doctype html><script>alert(1)</script>'],
    ['page.pdf', '<html><body>Hello'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['run.bat', 'del *.*'],
    ['invoice.pdf.js', 'alert(1)'],
    ['setup.exe', Buffer.from('4d5a9000', 'hex')],
    ['setup.pdf', Buffer.from('4d5a9000', 'hex')],
    ['many.zip', Buffer.from('504b030414000000', 'hex')],
    ['sheet.xlsm', Buffer.from('504b030414000000786c2f', 'hex')],
    ['noending', 'text'],
  ])('%s is no file for a mail', async (name, content) => {
    expect(await refusal(upload(agent, { name, content }))).toMatchObject({
      status: 422,
      errors: { file: [expect.stringContaining(`${name} cannot be sent by mail`)] },
    });
  });

  test.each<[string, string | Buffer]>([
    ['Terms.PDF', '%PDF-1.7'],
    ['photo', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['people.csv', 'Name\nRosa'],
    ['letter.docx', Buffer.from('504b030414000000776f72642f', 'hex')],
    ['table.ods', Buffer.from('504b030414000000', 'hex')],
  ])('%s is', async (name, content) => {
    expect(await upload(agent, { name, content })).toMatchObject({ name });
  });

  test('one that no template names is removed after a week', async () => {
    const [used, unused] = [await upload(agent), await upload(agent)];
    await add(agent, 'Keeps its file', { attachments: [used.id] });
    await sql`update email_files set created_at = now() - interval '8 days' where id in (${used.id}, ${unused.id})`.execute(
      server.operator.db,
    );
    for (const { run } of templateChores) await run(server.operator.db, { clock: () => new Date() } as never);
    const { rows } = await sql<{ id: number }>`select id from email_files where id in (${used.id}, ${unused.id})`.execute(
      server.operator.db,
    );
    expect(rows).toEqual([{ id: used.id }]);
  });
});

describe('the preview', () => {
  test('shows the mail as a contact gets it, and which fields stay empty', async () => {
    const contact_id = await aContact(server, company.companyId, {
      owner_id: agent.userId,
      first_name: 'Rosa <b>',
      last_name: 'Alvarez',
      email: 'rosa@example.com',
    });
    const file = await agent.call(uploadEmailFile, { files: { file: pixel } });
    const doc: MailDoc = {
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: 'Dear {{first_name}} of {{city}}, {{agent_name}}' }] },
        { type: 'picture', attrs: { file_id: file.id, alt: 'Logo', width: 'small' } },
      ],
    };
    const body = { subject: 'For {{full_name}}', doc, contact_id };
    const shown = await agent.call(previewEmail, { body });
    expect(shown).toMatchObject({
      to: { name: 'Rosa <b> Alvarez', address: 'rosa@example.com' },
      subject: 'For Rosa <b> Alvarez',
      empty: ['city'],
    });
    expect(shown.html).toContain('Dear Rosa &lt;b&gt; of , agent Tester');
    expect(shown.html).toContain('src="data:image/gif;base64,R0lGOD');
    expect(shown.text).toContain('Dear Rosa <b> of , agent Tester');
    expect(await refusal(agent3.call(previewEmail, { body: { ...body, doc: aMailDoc('a') } }))).toMatchObject({ status: 404 });
    const invented = await agent3.call(previewEmail, { body: { subject: '', doc: aMailDoc('{{first_name}}') } });
    expect(invented.html).toContain('>Rosa</p>');
  });
});
