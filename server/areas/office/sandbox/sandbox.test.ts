// The demo's mailbox as its page reads it; absent outside the demo.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { clearSandboxMails, downloadSandboxAttachment, getSandboxMail, listSandboxMails } from '#contract/sandbox.ts';
import { createApp } from '#kernel/http/http.ts';
import { runChores } from '#kernel/jobs/housekeeping.ts';
import type { Mail } from '#kernel/mail/mail.ts';
import { aServer, call, send, type TestServer } from '#tests/support/server.ts';
import { allRoutes } from '../../../areas.ts';
import { sandboxChores } from './sandbox.chores.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});
beforeEach(() => server.operator.db.deleteFrom('sandbox_mails').execute());

const mail = (part: Partial<Mail> = {}) =>
  server.platform.mail?.send({
    from: 'Harbor Benefits',
    to: { name: 'Rosa', address: 'rosa@harbor.test' },
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
    ...part,
  });
const list = (query: { q?: string; page?: number; limit?: number } = {}) => call(server.app, {}, listSandboxMails, { query });

test('shows a mail as it was sent', async () => {
  const content = Buffer.from([0, 255, 10, 13]);
  await mail({ subject: 'Über uns', attachments: [{ name: 'röt.bin', type: 'application/octet-stream', content }] });
  const { data, meta } = await list();
  expect(data).toMatchObject([{ recipient: 'rosa@harbor.test', subject: 'Über uns' }]);
  expect(meta).toMatchObject({ total_count: 1, total_pages: 1 });

  const params = { id: data[0]?.id ?? 0 };
  const shown = await call(server.app, {}, getSandboxMail, { params });
  expect(shown).toMatchObject({
    from: 'Harbor Benefits <no-reply@steward.test>',
    html: expect.stringContaining('<p>Hello</p>'),
    text: expect.stringContaining('Hello'),
    attachments: [{ place: 0, name: 'röt.bin', type: 'application/octet-stream', size: 4 }],
  });
  expect(shown.headers).toContainEqual({ name: 'To', value: 'Rosa <rosa@harbor.test>' });

  const file = await send(server.app, {}, downloadSandboxAttachment, { params: { ...params, place: 0 } });
  expect(file.rawPayload).toEqual(content);
  expect(file.headers).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment; .*r%C3%B6t\.bin$/),
    'x-content-type-options': 'nosniff',
  });
  expect((await send(server.app, {}, downloadSandboxAttachment, { params: { ...params, place: 1 } })).statusCode).toBe(404);
});

test('is searched by recipient and subject, the newest first, page by page', async () => {
  for (const [address, subject] of [
    ['rosa@harbor.test', 'A new password'],
    ['ana@keystone.test', '100 % sure'],
    ['ROSA@summit.test', 'New sign-in'],
  ] as const)
    await mail({ to: { name: '', address }, subject });
  const subjects = async (q: string) => (await list({ q })).data.map((row) => row.subject);
  expect(await subjects('')).toEqual(['New sign-in', '100 % sure', 'A new password']);
  expect(await subjects('Rosa@')).toEqual(['New sign-in', 'A new password']);
  expect(await subjects('%')).toEqual(['100 % sure']);
  expect(await subjects('password')).toEqual(['A new password']);
  expect((await list({ page: 2, limit: 2 })).data).toMatchObject([{ subject: 'A new password' }]);
});

test('can be emptied, and keeps the newest thousand', async () => {
  const rows = Array.from({ length: 1_002 }, (_, place) => ({
    recipient: 'r@x.test',
    subject: `${place}`,
    raw: Buffer.from('a: b\r\n\r\n'),
  }));
  await server.operator.db.insertInto('sandbox_mails').values(rows).execute();
  await runChores(server.operator.db, server.platform, sandboxChores);
  expect((await list()).meta.total_count).toBe(1_000);
  expect((await list({ q: 'r@x.test', limit: 1 })).data).toMatchObject([{ subject: '1001' }]);
  await call(server.app, {}, clearSandboxMails, {});
  expect((await list()).data).toEqual([]);
});

test('does not exist outside of the demo', async () => {
  await mail();
  const [{ id = 0 } = {}] = (await list()).data;
  const config = { ...server.config, demo: false, publicUrl: 'https://crm.example' };
  const app = await createApp({ ...server.platform, config }, allRoutes);
  for (const [endpoint, input] of [
    [listSandboxMails, { query: {} }],
    [getSandboxMail, { params: { id } }],
    [downloadSandboxAttachment, { params: { id, place: 0 } }],
    [clearSandboxMails, {}],
  ] as const)
    expect((await send(app, {}, endpoint, input)).json()).toMatchObject({ status: 404, code: 'not_found' });
  await app.close();
  expect((await list()).data).toHaveLength(1);
});
