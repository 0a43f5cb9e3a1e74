// Bodies over a real connection: slow, in pieces, missing, or too large.
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/kit/endpoint.ts';
import type { Problem } from '#contract/kit/errors.ts';
import { createApp } from '#kernel/http/http.ts';
import { routes } from '#kernel/http/routes.ts';
import { atTheEnd } from './support/atTheEnd.ts';
import { aCompany } from './support/factories.ts';
import { aServer, type Client, type TestServer } from './support/server.ts';
import { until } from './support/until.ts';

const made = { summary: 'Made up', permission: 'signed_in', response: z.object({ got: z.int() }) } as const;
const contract = {
  write: endpoint({ ...made, method: 'POST', path: '/v1/made_up', body: z.object({ text: z.string() }) }),
  linger: endpoint({ ...made, method: 'POST', path: '/v1/made_up/linger', body: z.object({}).optional() }),
  upload: endpoint({
    ...made,
    method: 'POST',
    path: '/v1/made_up/files',
    kind: 'multipart',
    body: z.object({ note: z.string().optional() }),
  }),
  read: endpoint({ ...made, method: 'GET', path: '/v1/made_up' }),
};

/** Milliseconds that the server waits for a body. */
const patience = 1_000;
const madeUp = routes(contract, {
  write: async (_, { body }) => ({ got: body.text.length }),
  linger: async () => {
    await pause(patience * 1.5);
    return { got: 0 };
  },
  upload: async (_, { files }) => ({ got: files.reduce((sum, { size }) => sum + size, 0) }),
  read: async () => ({ got: 0 }),
});

let server: TestServer;
let person: Client;
let port: number;
beforeAll(async () => {
  server = await aServer();
  const app = await createApp(server.platform, madeUp, { bodyPatience: patience });
  atTheEnd(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
  person = (await aCompany(server, { agent: {} })).people.agent;
});

const form = 'multipart/form-data; boundary=b';
const filePart = '--b\r\ncontent-disposition: form-data; name="file"; filename="leads.csv"\r\n\r\n';
const formEnd = '\r\n--b--\r\n';
const field = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

interface Sending {
  socket: Socket;
  /** Everything answered so far. */
  answer(): string;
  closed(): boolean;
}

/** Starts a request; the test writes its body to `socket`. */
function begin(start: string, headers: Record<string, string | number>): Sending {
  const socket = connect(port, '127.0.0.1');
  atTheEnd(() => void socket.destroy());
  let answer = '';
  let closed = false;
  socket.on('data', (data) => (answer += data));
  socket.on('error', () => {}); // a byte sent to a closed connection causes a reset
  socket.on('close', () => (closed = true));
  const lines = Object.entries({ host: 'localhost', ...person.headers, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`${start} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return { socket, answer: () => answer, closed: () => closed };
}

/** Writes pieces with pauses until all are written or the server has closed. */
async function drip({ socket, closed }: Sending, pieces: Iterable<string>, every: number) {
  for (const piece of pieces) {
    if (closed()) return;
    socket.write(piece);
    await pause(every);
  }
}

const endlessly = function* (piece: string) {
  for (;;) yield piece;
};

const isTimeout = (answer: string) => {
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(answer).toMatch(/content-type: application\/problem\+json/i);
  expect(answer).toMatch(/connection: close/i);
  expect(answer).toContain('"code":"timed_out"');
};

test('a body that comes in pieces is read, and work on it may take its time', async () => {
  const body = '{"text":"in time"}';
  const sending = begin('POST /v1/made_up', { 'content-type': 'application/json', 'content-length': body.length });
  await drip(sending, body, 1);
  await until(async () => sending.answer().includes('{"got":7}'));

  for (const options of [{}, { body: '{}' }]) {
    const headers = { ...person.headers, ...('body' in options && { 'content-type': 'application/json' }) };
    const answer = await fetch(`http://127.0.0.1:${port}/v1/made_up/linger`, { method: 'POST', headers, ...options });
    expect(answer.status).toBe(200);
  }
});

test('a body that drips is answered with 408, and the connection closes', async () => {
  const sending = begin('POST /v1/made_up', { 'content-type': 'application/json', 'content-length': 1_000 });
  await drip(sending, endlessly('x'), patience / 20);
  isTimeout(sending.answer());
});

test('a steady upload may take many times the patience', async () => {
  const sending = begin('POST /v1/made_up/files', { 'content-type': form, 'transfer-encoding': 'chunked' });
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const row = 'Rosa,Diaz,305-555-0142\r\n'.repeat(20);
  const rows = Array.from({ length: 40 }, () => chunk(row));
  await drip(sending, [chunk(filePart), ...rows, chunk(formEnd), chunk('')], patience / 10);
  await until(async () => sending.answer().includes(`{"got":${row.length * 40}}`));
});

test.each([
  ['in the middle of a file', `${filePart}Rosa,Diaz`],
  ['in the middle of a field', '--b\r\ncontent-disposition: form-data; name="note"\r\n\r\nso'],
  ['between two parts', `${filePart}Rosa,Diaz\r\n--b`],
  ['before it began', ''],
])('an upload that stops %s is answered with 408, and nothing of it is kept', async (_, sent) => {
  const sending = begin('POST /v1/made_up/files', { 'content-type': form, 'content-length': 1_000_000 });
  sending.socket.write(sent);
  await until(async () => sending.closed());
  isTimeout(sending.answer());
  const left = await server.operator.db.selectFrom('files').select('name').where('state', '<>', 'dropped').execute();
  expect(left).toHaveLength(1); // the steady one's
});

test('an upload of a byte now and then is answered with 408', async () => {
  const sending = begin('POST /v1/made_up/files', { 'content-type': form, 'content-length': 1_000_000 });
  sending.socket.write(`${filePart}${'x'.repeat(2_000)}`);
  await drip(sending, endlessly('x'), patience / 20);
  isTimeout(sending.answer());
});

test.each([
  ['without a session', 'POST /v1/made_up', { cookie: '' }, 401],
  ['for a place that is not there', 'POST /v1/nothing', {}, 404],
  ['for a path that cannot be decoded', 'POST /v1/%ff', {}, 400],
  ['of the wrong type', 'POST /v1/made_up/files', { 'content-type': 'text/csv' }, 400],
  ['of a GET', 'GET /v1/made_up', { 'content-type': 'application/json' }, 200],
])('a connection whose body drips %s closes after the answer', async (_, start, headers, status) => {
  const sending = begin(start, { 'content-type': form, 'content-length': 1_000_000, ...headers });
  await drip(sending, endlessly('x'.repeat(100)), patience / 20);
  expect(sending.answer()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test('a refused upload is read to its end, so that its answer arrives and the next call has the connection', async () => {
  const sent = `${field('note', 'x'.repeat(1_100_000))}${filePart}${'x'.repeat(3_000_000)}${formEnd}`;
  const sending = begin('POST /v1/made_up/files', { 'content-type': form, 'content-length': sent.length });
  sending.socket.write(sent);
  await until(async () => sending.answer().includes('"code":"too_large"'));
  const { cookie } = person.headers;
  sending.socket.write(`GET /v1/made_up HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`);
  await until(async () => sending.answer().includes('{"got":0}'));
});

const upload = (content: string) =>
  fetch(`http://127.0.0.1:${port}/v1/made_up/files`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': form },
    body: content,
  });

test('the text fields of an upload are few, and a megabyte in all', async () => {
  const half = 'x'.repeat(500_000);
  const jsonField = (text: string) =>
    field('note', JSON.stringify([text])).replace('\r\n\r\n', '\r\ncontent-type: application/json\r\n\r\n');
  expect((await upload(`${field('note', half)}${field('more', half)}${filePart}a,b${formEnd}`)).status).toBe(200);
  for (const [what, sent] of [
    ['three halves', field('note', half).repeat(3)],
    ['one alone', field('note', half.repeat(3))],
    ['three that say they are JSON', `${jsonField(half)}${jsonField(half)}${jsonField(half)}`],
    ['hundreds', field('note', 'x').repeat(250)],
  ] as const) {
    const answer = await upload(`${sent}${filePart}a,b${formEnd}`);
    expect([answer.status, ((await answer.json()) as Problem).code], what).toEqual([413, 'too_large']);
  }
});

test('a file without a name is refused', async () => {
  for (const sent of [
    '--b\r\ncontent-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream\r\n\r\na,b\r\n',
    filePart.replace('leads.csv', ''),
  ]) {
    const answer = await upload(`${sent}${formEnd}`);
    expect([answer.status, ((await answer.json()) as Problem).detail]).toEqual([400, 'The file has no name.']);
  }
});
