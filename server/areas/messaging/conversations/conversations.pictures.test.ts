// Pictures of received mail: those that came with it, and those that a reader asks for, fetched by the server
// from what the mail names alone.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  downloadReceivedFile,
  downloadReceivedPicture,
  getConversation,
  listConversations,
  setPictureSender,
} from '#contract/conversations.ts';
import { requestOf } from '#contract/kit/request.ts';
import { systemActor } from '#kernel/actors.ts';
import { createGuardedFetch } from '#kernel/http/outbound.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';
import { namesPicture } from './conversations.pictures.ts';
import { receiveMail } from './conversations.receive.ts';

let server: TestServer;
let company: TestCompany<'agent' | 'stranger'>;
let origin = '';
const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
const answers: Record<string, { status?: number; type?: string; to?: string; body?: Buffer }> = {};
const sender = createServer((request, response) => {
  const { url = '', headers } = request;
  asked.push({ url, headers });
  const { status = 200, type = 'image/png', to, body } = answers[url.split('?')[0] ?? ''] ?? { status: 404 };
  response.writeHead(status, { 'content-type': type, 'set-cookie': 'seen=1', ...(to && { location: to }) }).end(body);
});

beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { agent: {}, stranger: { role: 'agent' } });
  await new Promise<void>((listening) => sender.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(sender.address() as AddressInfo).port}`;
  const blank = { width: 40, height: 20, channels: 3 as const, background: '#1c7ed6' };
  answers['/logo.png'] = { body: await sharp({ create: blank }).png().toBuffer() };
  answers['/moved.png'] = { status: 302, to: '/logo.png' };
  answers['/round'] = { status: 302, to: '/round' };
  answers['/drawing.svg'] = { type: 'image/svg+xml', body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') };
  answers['/page.png'] = { body: Buffer.from('<html><script>alert(1)</script>') };
  answers['/large.png'] = { body: Buffer.alloc(6 * 1024 * 1024) };
});
afterAll(() => void sender.close());

/** The agent's conversation with a mail of this HTML. */
async function aMail(html: string, more = '') {
  const { agent } = company.people;
  const address = `nina${crypto.randomUUID().slice(0, 8)}@example.com`;
  await aContact(server, company.companyId, { owner_id: agent.userId, email: address });
  const { platform } = server;
  const ctx = { platform, clock: platform.clock, log: platform.log, actor: systemActor(company.companyId) };
  const head = `From: Nina <${address}>\r\nTo: office@harbor.test\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n`;
  await receiveMail(ctx, Buffer.from(`${head}--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n${more}--b--\r\n`));
  const [{ id = 0 } = {}] = (await agent.call(listConversations, { query: { q: address } })).data;
  const read = async () => {
    const [item] = (await agent.call(getConversation, { params: { id } })).items;
    if (!item) throw new Error('the mail did not arrive');
    return item;
  };
  return { id, read, params: { id, message_id: (await read()).id } };
}

const picture = (by: Client, params: { id: number; message_id: number }, src: string) =>
  server.app.inject({ url: requestOf(downloadReceivedPicture, { params, query: { src } }).url, headers: by.headers });

test('a remote picture comes through us, written anew, without anything of the reader, and is kept for a day', async () => {
  const { agent } = company.people;
  const src = `${origin}/moved.png?to=nina&x=1`;
  const { params } = await aMail(`<p>Hello</p><img alt="Logo" src="${src.replace('&', '&amp;')}">`);
  const answer = await picture(agent, params, src);
  expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, max-age=86400' });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 40, height: 20 });
  const [first, second] = asked.splice(0);
  expect([first?.url, second?.url]).toEqual(['/moved.png?to=nina&x=1', '/logo.png']);
  for (const { headers } of [first, second].flatMap((each) => each ?? []))
    expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
});

test('only what the mail names, only pictures, and only for those who see the mail', async () => {
  const { agent, stranger } = company.people;
  const names = ['logo.png', 'round', 'drawing.svg', 'page.png', 'large.png', 'gone.png'].map((name) => `${origin}/${name}`);
  const { params } = await aMail(names.map((src) => `<img src="${src}">`).join(''));
  const statusOf = async (src: string, by = agent, at = params) => (await picture(by, at, src)).statusCode;
  expect(await Promise.all(names.map((src) => statusOf(src)))).toEqual([200, 404, 404, 404, 404, 404]);
  asked.length = 0;
  const { params: other } = await aMail('<p>None</p>');
  expect([await statusOf(names[0] ?? '', stranger), await statusOf(names[0] ?? '', agent, other)]).toEqual([404, 404]);
  expect([await statusOf(`${origin}/logo`), await statusOf(`${origin}/logo.png?more`)]).toEqual([404, 404]);
  expect(await statusOf('file:///etc/passwd')).toBe(422);
  expect(asked).toEqual([]);
});

test('the address must stand whole in the HTML', () => {
  const html = `<img src='https://a.example/1.png?x=1&amp;y=2'><img src=https://a.example/2.png>`;
  expect(['https://a.example/1.png?x=1&y=2', 'https://a.example/2.png'].map((src) => namesPicture(html, src))).toEqual([
    true,
    true,
  ]);
  for (const src of ['https://a.example/1.png', 'ttps://a.example/2.png', 'https://a.example'])
    expect(namesPicture(html, src)).toBe(false);
});

test('a private address is not called in production, over http either', async () => {
  const guarded = createGuardedFetch({ privateNetworks: false }, { http: true });
  await expect(guarded(`${origin}/logo.png`, { method: 'GET', headers: {} })).rejects.toThrow('private network');
});

test('a picture that came with the mail is found by its name there', async () => {
  const { agent } = company.people;
  const part =
    '--b\r\nContent-Type: image/gif\r\nContent-ID: <Logo@x>\r\nContent-Transfer-Encoding: base64\r\n\r\nR0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7\r\n';
  const { id, read } = await aMail('<img src="cid:Logo@x">', part);
  const { files } = await read();
  expect(files).toMatchObject([{ cid: 'logo@x', type: 'image/gif' }]);
  const [file] = files;
  expect(await agent.call(downloadReceivedFile, { params: { id, file_id: file?.id ?? 0 } })).toContain('GIF89a');
});

test('a reader may always see the pictures of a sender, for themselves alone, and take that back', async () => {
  const { agent, stranger } = company.people;
  const { params, read } = await aMail('<img src="https://a.example/1.png">');
  const set = (always: boolean, by = agent) => by.call(setPictureSender, { params, body: { always } });
  expect(await read()).toMatchObject({ shows_pictures: false });
  await set(true);
  await set(true);
  expect(await read()).toMatchObject({ shows_pictures: true });
  await set(false);
  expect(await read()).toMatchObject({ shows_pictures: false });
  await expect(set(true, stranger)).rejects.toThrow('not_found');
});
