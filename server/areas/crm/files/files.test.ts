// Files of a contact: added whole, renamed, removed, restored, and served so that a browser runs nothing of them.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { mergeContacts } from '#contract/contactMerges.ts';
import {
  createContactFile,
  deleteContactFile,
  downloadContactFile,
  getFileStorage,
  listContactFiles,
  restoreContactFile,
  updateContactFile,
} from '#contract/files.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { createApp } from '#kernel/http/http.ts';
import { runChores } from '#kernel/jobs/housekeeping.ts';
import { atTheEnd } from '#tests/support/atTheEnd.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { filesOf } from '#tests/support/imports.ts';
import { aServer, type Client, call, send, type TestServer } from '#tests/support/server.ts';
import { allChores, allRoutes } from '../../../areas.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, agent: {}, agent2: {} });
});

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const aContactOf = (client: Client) => aContact(server, company.companyId, { owner_id: client.userId, first_name: 'Rosa' });
const add = (client: Client, id: number, name: string, content: string | Buffer) =>
  client.call(createContactFile, { params: { id }, files: { file: { name, content } } });
const list = (client: Client, id: number, query: CallOf<typeof listContactFiles>['query'] = {}) =>
  client.call(listContactFiles, { params: { id }, query });
const download = (client: Client, id: number, fileId: number, headers: Record<string, string> = {}) =>
  send(server.app, { ...client.headers, ...headers }, downloadContactFile, { params: { id, fileId } });
const sweep = (hours: number) =>
  runChores(server.operator.db, { ...server.platform, clock: () => new Date(Date.now() + hours * 3_600_000) }, allChores);

test('are listed by name, size or time, found by a part of the name, and counted', async () => {
  const { agent } = company.people;
  const id = await aContactOf(agent);
  await add(agent, id, 'Ärztebrief.txt', 'x'.repeat(30));
  await add(agent, id, 'beta.png', png);
  await add(agent, id, 'Alpha 100%.txt', 'short');
  const names = async (query: CallOf<typeof listContactFiles>['query']) =>
    (await list(agent, id, query)).data.map(({ name }) => name);
  expect(await names({})).toEqual(['Alpha 100%.txt', 'beta.png', 'Ärztebrief.txt']);
  expect(await names({ order: 'asc', order_field: 'name' })).toEqual(['Alpha 100%.txt', 'Ärztebrief.txt', 'beta.png']);
  expect(await names({ order: 'desc', order_field: 'size' })).toEqual(['Ärztebrief.txt', 'beta.png', 'Alpha 100%.txt']);
  expect(await names({ q: 'ARZT' })).toEqual(['Ärztebrief.txt']);
  expect(await names({ q: '%' })).toEqual(['Alpha 100%.txt']);
  expect(await list(agent, id, { limit: 2, page: 2 })).toMatchObject({
    data: [{ size: 30 }],
    meta: { total_count: 3, total_pages: 2 },
  });
  expect((await list(agent, id, { q: 'beta' })).data).toEqual([
    expect.objectContaining({
      ...{ type: 'image/png', size: png.length, scan: 'not_scanned', virus: '', can: { update: true } },
      added_by: { id: agent.userId, name: 'agent Tester' },
    }),
  ]);
});

test('are renamed, removed and restored, and the timeline says so', async () => {
  const { agent } = company.people;
  const id = await aContactOf(agent);
  const file = await add(agent, id, 'scan.txt', 'Hi');
  const at = { params: { id, fileId: file.id } };
  expect(await agent.call(updateContactFile, { ...at, body: { name: ' ../Letter\u202e.txt ' } })).toMatchObject({
    name: '_Letter.txt',
  });
  await agent.call(deleteContactFile, at);
  await expect(agent.call(deleteContactFile, at)).rejects.toMatchObject({ status: 404 });
  expect((await download(agent, id, file.id)).statusCode).toBe(404);
  expect((await list(agent, id)).data).toEqual([]);
  expect(await agent.call(restoreContactFile, at)).toMatchObject({ id: file.id, name: '_Letter.txt' });
  expect((await download(agent, id, file.id)).body).toBe('Hi');
  const { data } = await agent.call(listContactTimeline, { params: { id }, query: {} });
  expect(data.map(({ action, changes }) => [action, changes[0]?.before ?? null, changes[0]?.after])).toEqual([
    ['file_restored', null, '_Letter.txt'],
    ['file_removed', null, '_Letter.txt'],
    ['file_renamed', 'scan.txt', '_Letter.txt'],
    ['file_added', null, 'scan.txt'],
  ]);
  expect(data.flatMap(({ changes }) => changes).some(({ restorable }) => restorable)).toBe(false);
});

test('a removed file goes for good a day later, with its bytes; the others stay', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const id = await aContact(server, companyId, { owner_id: people.agent.userId });
  const kept = await add(people.agent, id, 'kept.txt', 'kept');
  const file = await add(people.agent, id, 'removed.txt', 'removed');
  await people.agent.call(deleteContactFile, { params: { id, fileId: file.id } });
  await sweep(23);
  expect(await filesOf(server, companyId)).toHaveLength(2);
  await sweep(25);
  expect(await filesOf(server, companyId)).toHaveLength(1);
  await expect(people.agent.call(restoreContactFile, { params: { id, fileId: file.id } })).rejects.toMatchObject({ status: 404 });
  expect((await download(people.agent, id, kept.id)).body).toBe('kept');
  await server.operator.db.deleteFrom('contacts').where('id', '=', id).execute();
  await sweep(0);
  expect(await filesOf(server, companyId)).toEqual([]);
});

test('follow their contact into a merge', async () => {
  const { agent } = company.people;
  const [id, other] = [await aContactOf(agent), await aContactOf(agent)];
  const file = await add(agent, other, 'letter.txt', 'Hi');
  await agent.call(mergeContacts, { body: { ids: [id, other], survivor_id: id } });
  expect((await list(agent, id)).data).toMatchObject([{ id: file.id }]);
  expect((await download(agent, id, file.id)).body).toBe('Hi');
});

test('are within reach, and a deleted contact keeps its own unchanged', async () => {
  const { agent, agent2, admin } = company.people;
  const id = await aContactOf(agent);
  const file = await add(agent, id, 'letter.txt', 'Hi');
  await expect(list(agent2, id)).rejects.toMatchObject({ status: 404 });
  expect((await download(agent2, id, file.id)).statusCode).toBe(404);
  await expect(add(agent2, id, 'x.txt', 'x')).rejects.toMatchObject({ status: 404 });
  expect((await download(agent, await aContactOf(agent), file.id)).statusCode).toBe(404);
  await server.operator.db.updateTable('contacts').set({ deleted_at: new Date() }).where('id', '=', id).execute();
  expect((await list(admin, id)).data).toMatchObject([{ can: { update: false } }]);
  await expect(admin.call(deleteContactFile, { params: { id, fileId: file.id } })).rejects.toMatchObject({ status: 403 });
});

describe('whatever they are called and hold,', () => {
  test.each([
    ['HTML named as a picture', 'photo.png', '<!DOCTYPE html><script>alert(1)</script>'],
    ['an SVG with a script', 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['XML with a style sheet', 'a.xml', '<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>'],
    ['a script', 'run.js', 'alert(1)'],
    ['a page in UTF-16', 'page.txt', Buffer.from('\ufeff<html><script>alert(1)</script>', 'utf16le')],
  ])('%s is sent as an attachment of no known type', async (_, name, content) => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const file = await add(agent, id, name, content);
    const answer = await download(agent, id, file.id);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/),
    });
    expect(answer.rawPayload).toEqual(Buffer.from(content as string));
  });

  test('a PDF that is a page too is a PDF, and still an attachment in a sandbox', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const file = await add(agent, id, 'page.html', '%PDF-1.7\n<html><script>alert(1)</script>');
    expect((await download(agent, id, file.id)).headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  test('a hostile name stays a name: in the header, in the list and in the store', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const file = await add(agent, id, `..\\../Zoë’s "x" ; filename=evil.exe\u202e${'n'.repeat(300)}.png`, png);
    expect(file.name).toMatch(/^[^/\\\u202e]{196}\.png$/u);
    const disposition = String((await download(agent, id, file.id)).headers['content-disposition']);
    expect(disposition).toMatch(/^attachment; filename="[\w. -]+"; filename\*=UTF-8''[\w.%~!-]+$/);
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(file.name);
  });

  test('nothing, no file and two files are refused, and too much before it is stored', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    await expect(add(agent, id, 'empty.txt', '')).rejects.toMatchObject({ status: 422, code: 'files.empty' });
    const two = { a: { name: 'a', content: 'a' }, b: { name: 'b', content: 'b' } };
    for (const files of [{}, two])
      await expect(agent.call(createContactFile, { params: { id }, files })).rejects.toMatchObject({ code: 'invalid' });
    const answer = await server.app.inject({
      method: 'POST',
      url: `/v1/contacts/${id}/files`,
      headers: { ...agent.headers, 'content-type': 'multipart/form-data; boundary=b', 'content-length': '200000000' },
      payload: '--b',
    });
    expect(answer.json()).toMatchObject({ code: 'too_large', detail: 'This file is larger than 100 MB.' });
  });
});

describe('a part of a file', () => {
  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['bytes=5-2', 200, '0123456789', undefined],
    ['lines=1-2', 200, '0123456789', undefined],
  ])('%s is %i', async (range, status, body, contentRange) => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const file = await add(agent, id, 'digits.txt', '0123456789');
    const answer = await download(agent, id, file.id, { range });
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([status, body, contentRange]);
    expect(answer.headers['accept-ranges']).toBe('bytes');
    const whole = await download(agent, id, file.id, { range, 'if-range': '"other"' });
    expect(whole.statusCode).toBe(200);
  });
});

test('a file whose bytes are gone is a 410', async () => {
  const { agent } = company.people;
  const id = await aContactOf(agent);
  const file = await add(agent, id, 'letter.txt', 'Hi');
  const { key } = await server.operator.db
    .selectFrom('files')
    .select('key')
    .where('owner_id', '=', file.id)
    .where('kind', '=', 'contact file')
    .executeTakeFirstOrThrow();
  await server.platform.storage.remove(key);
  const answer = await download(agent, id, file.id);
  expect([answer.statusCode, answer.json()]).toEqual([410, expect.objectContaining({ code: 'files.gone' })]);
});

test('the space of a company is bounded, shown, and not taken twice by two uploads at once', async () => {
  const quota = 10_000;
  const app = await createApp({ ...server.platform, config: { ...server.config, storageQuota: quota } }, allRoutes);
  atTheEnd(() => app.close());
  const { companyId, people } = await aCompany(server, { agent: {} });
  const { headers, userId } = people.agent;
  const id = await aContact(server, companyId, { owner_id: userId });
  const send = () =>
    call(app, headers, createContactFile, { params: { id }, files: { file: { name: 'a.txt', content: 'x'.repeat(6_000) } } });
  const outcomes = await Promise.allSettled([send(), send(), send()]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  const storage = () => call(app, headers, getFileStorage, {});
  expect(await storage()).toEqual({ used: 6_000, quota });
  await expect(send()).rejects.toMatchObject({
    ...{ status: 413, code: 'files.storage_full' },
    problem: {
      detail: 'Your company’s storage is full: 6.0 kB of 10 kB are used. This file does not fit.',
      data: { used: 6_000, quota },
    },
  });
  await sql`insert into settings (company_id, name, value) values (${companyId}, 'files.storage_quota', '20000')`.execute(
    server.operator.db,
  );
  await send();
  expect(await storage()).toEqual({ used: 12_000, quota: 20_000 });
});
