// Two web and two worker processes on one database: any of them can answer.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { getBulkAction } from '#contract/bulk.ts';
import type { Channel } from '#contract/cable.ts';
import { createContact, listContacts } from '#contract/contacts.ts';
import { updateFeatureFlag } from '#contract/featureFlags.ts';
import { getImportAttempt, importContacts, validateImport } from '#contract/imports.ts';
import { getHealth } from '#contract/platform.ts';
import { createSession, deleteSession, getMe } from '#contract/signIn.ts';
import { createTag, updateTagsGroup } from '#contract/tags.ts';
import { listAlive } from '#kernel/jobs/heartbeats.ts';
import { aCompany, aTag, manyContacts, type TestCompany, testPassword } from './support/factories.ts';
import { callAt, sendTo, startProcess, type TestProcess } from './support/processes.ts';
import { aServer, type TestServer } from './support/server.ts';
import { signInAt } from './support/signIn.ts';
import { until } from './support/until.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent'>;
let webs: [string, string];
let workers: [TestProcess, TestProcess];
const sockets: WebSocket[] = [];

beforeAll(async () => {
  server = await aServer({ own: true });
  const [one, two, ...others] = await Promise.all([
    startProcess(server, 'web'),
    startProcess(server, 'web'),
    startProcess(server, 'worker'),
    startProcess(server, 'worker'),
  ]);
  webs = [one.address, two.address];
  workers = others;
  company = await aCompany(server, { admin: {}, agent: { under: 'admin' } });
});
afterAll(() => {
  for (const socket of sockets) socket.terminate();
});

/** Alternates between the two. */
const webOf = (turn: number) => webs[turn % 2] as string;

/** A socket at that process, with the channel's messages; resolves when it is subscribed. */
async function listenAt(address: string, headers: Record<string, string>, channel: Channel) {
  const socket = new WebSocket(`${address}/cable`, ['actioncable-v1-json'], { headers: { cookie: headers.cookie ?? '' } });
  sockets.push(socket);
  const heard: unknown[] = [];
  const state = { subscribed: false, closed: false, reason: '' };
  socket.on('close', () => (state.closed = true));
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as { type?: string; reason?: string; message?: unknown };
    if (frame.type === 'welcome') socket.send(JSON.stringify({ command: 'subscribe', identifier: JSON.stringify({ channel }) }));
    else if (frame.type === 'confirm_subscription') state.subscribed = true;
    else if (frame.type === 'disconnect') state.reason = frame.reason ?? '';
    else if (frame.type === undefined) heard.push(frame.message);
  });
  await expect.poll(() => state.subscribed).toBe(true);
  return { heard, state };
}

test('a session of one process is valid at the other, and ends at both, its sockets at once', async () => {
  const { headers } = await signInAt(webs[0], company.people.agent.email, testPassword);
  expect(await callAt(webs[1], headers, getMe, {})).toMatchObject({ id: company.people.agent.userId });
  const here = await listenAt(webs[0], headers, 'UpdatesChannel');
  const there = await listenAt(webs[1], headers, 'UpdatesChannel');

  await callAt(webs[0], headers, deleteSession, {});

  for (const web of webs) await expect(callAt(web, headers, getMe, {})).rejects.toMatchObject({ status: 401 });
  for (const { state } of [here, there]) await expect.poll(() => state).toMatchObject({ closed: true, reason: 'unauthorized' }); // the check every minute would be too late
});

// A rate-limit window may end in the middle, at most once: hence the retry.
test('calls are counted across both processes', { retry: 1 }, async () => {
  const email = `${crypto.randomUUID()}@two.test`;
  const guess = (turn: number) =>
    sendTo(webOf(turn), {}, createSession, { body: { email, password: 'wrong' } }).then(({ status }) => status);
  const answers: number[] = [];
  for (let turn = 0; turn < 6; turn++) answers.push(await guess(turn));
  expect(answers).toEqual([...Array(5).fill(422), 429]);
});

test('what either process changes is told on both, each message once', async () => {
  const { headers } = company.people.agent;
  const ears = [await listenAt(webs[0], headers, 'UpdatesChannel'), await listenAt(webs[1], headers, 'UpdatesChannel')];

  const made = await Promise.all(
    Array.from({ length: 60 }, (_, turn) =>
      callAt(webOf(turn), headers, createContact, { body: { kind: 'lead', first_name: `Rosa ${turn}` } }),
    ),
  );
  await callAt(webs[0], headers, createTag, { body: { name: 'the last' } });

  const events = { contact: 0, tag: 0 };
  for (const { heard } of ears) {
    await expect.poll(() => heard).toContainEqual({ event: 'tag.changed' });
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(made.length + 1);
    events.contact += heard.filter((message) => (message as { event: string }).event === 'contacts.changed').length;
    events.tag += heard.filter((message) => (message as { event: string }).event === 'tag.changed').length;
  }
  expect(events).toEqual({ contact: 2 * made.length, tag: 2 });
  // A row is removed after its message, so the last one may still be there for a moment.
  await expect.poll(() => server.operator.db.selectFrom('outbox').select('id').execute()).toEqual([]);
});

test('200 changes of a feature: the other process answers with each at once, and sockets of both hear of all', async () => {
  const { admin, agent } = company.people;
  const ears = [
    await listenAt(webs[0], agent.headers, 'UpdatesChannel'),
    await listenAt(webs[1], agent.headers, 'UpdatesChannel'),
  ];
  const seen: boolean[] = [];
  for (let turn = 0; turn < 200; turn++) {
    const body = { feature: 'store' as const, enabled: turn % 2 === 1 };
    await callAt(webOf(turn), admin.headers, updateFeatureFlag, { body });
    seen.push((await callAt(webOf(turn + 1), agent.headers, getMe, {})).features.store);
  }
  expect(seen).toEqual(Array.from({ length: 200 }, (_, turn) => turn % 2 === 1));
  for (const { heard } of ears)
    await expect.poll(() => heard.filter((message) => (message as { event: string }).event === 'me.changed').length).toBe(200);
});

const csv = (from: number, rows: number) =>
  `First name,Last name,Phone\n${Array.from({ length: rows }, (_, row) => `N${from + row},Import,${3055500000 + from + row}`).join('\n')}\n`;

/** Uploads a file to one process and starts its import at the other. */
async function startImport(turn: number, rows: number): Promise<number> {
  const { headers } = company.people.agent;
  const files = { import_file: { name: 'leads.csv', content: csv(turn * 1_000, rows) } };
  const draft = await callAt(webOf(turn), headers, validateImport, { body: {}, files });
  const fields = draft.fields.map(({ preview, ...field }) => field);
  await callAt(webOf(turn + 1), headers, importContacts, { body: { id: draft.id, form: { fields, has_headings: true } } });
  return draft.id;
}

const importDone = (turn: number, id: number) =>
  until(async () => {
    const attempt = await callAt(webOf(turn), company.people.agent.headers, getImportAttempt, { params: { id } });
    return attempt.status === 'complete' || attempt.status === 'failed' ? attempt : null;
  });

const countNamed = async (last_name: string) =>
  (await server.operator.db.selectFrom('contacts').select('id').where('last_name', '=', last_name).execute()).length;

test('imports are done once each, whichever process took the file and whichever does the work', async () => {
  const ear = await listenAt(webs[1], company.people.agent.headers, 'ContactsImportChannel');
  const ids = await Promise.all([0, 1, 2, 3].map((turn) => startImport(turn, 200)));
  for (const [turn, id] of ids.entries()) expect(await importDone(turn, id)).toMatchObject({ status: 'complete', created: 200 });

  expect(await countNamed('Import')).toBe(800);
  const complete = () => ear.heard.filter((message) => (message as { status: string }).status === 'complete');
  await expect.poll(() => new Set(complete().map((message) => (message as { id: number }).id))).toEqual(new Set(ids));
});

test('an action on many contacts is done once', async () => {
  const { companyId, people } = company;
  await manyContacts(server, companyId, people.agent.userId, 2_500, 'Group');
  const tag = await aTag(server, companyId, 'spring');
  const { id } = await callAt(webs[0], people.agent.headers, updateTagsGroup, {
    body: { all: true, tags: [tag], contacts_scope: { q: 'Group' } },
  });

  await until(async () => {
    const action = await callAt(webs[1], people.agent.headers, getBulkAction, { params: { id } });
    return action.status === 'complete' ? action : null;
  });
  const { rows } = await sql<{ changes: number; contacts: number }>`
    select count(*)::int as changes, count(distinct contact_id)::int as contacts
    from contact_changes where bulk_action_id = ${id}`.execute(server.operator.db);
  expect(rows).toEqual([{ changes: 2_500, contacts: 2_500 }]);
});

test('metrics are of the process asked', async () => {
  const { headers } = company.people.admin;
  const before = await Promise.all(webs.map(openSockets));
  await listenAt(webs[0], headers, 'UpdatesChannel');
  expect(await Promise.all(webs.map(openSockets))).toEqual([(before[0] ?? 0) + 1, before[1]]);
});

async function openSockets(address: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(text.match(/^cable_sockets (\d+)$/m)?.[1]);
}

test('one worker is enough for health and for what is under way; without any, both web processes say so', async () => {
  const health = (web: string) => callAt(web, {}, getHealth, {});
  expect(await listAlive(server.operator.db, 'worker')).toHaveLength(6); // each has three lanes
  expect(await listAlive(server.operator.db, 'relay')).toHaveLength(2);

  const id = await startImport(4, 900);
  await workers[0].stop();
  expect(await importDone(0, id)).toMatchObject({ status: 'complete', created: 900 });
  expect(await countNamed('Import')).toBe(1_700);
  for (const web of webs) expect(await health(web)).toMatchObject({ ok: true });

  await workers[1].stop();
  for (const web of webs)
    await expect(health(web)).rejects.toMatchObject({
      status: 503,
      problem: { data: { relay: { ok: false }, worker: { ok: false } } },
    });
  const seen = await callAt(webs[0], company.people.agent.headers, listContacts, { body: { contacts_scope: { q: 'Group' } } });
  expect(seen.data.length).toBeGreaterThan(0); // reading continues
});
