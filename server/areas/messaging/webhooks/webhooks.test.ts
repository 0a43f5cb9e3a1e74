// Calls of outside services: signed, once, for one company, and never a 500.
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type Tx } from '#kernel/context.ts';
import type { HookKind } from '#kernel/http/hooks.ts';
import { runChores } from '#kernel/jobs/housekeeping.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer, asDeployed, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { storeCalls } from './webhooks.calls.ts';
import { webhookChores } from './webhooks.chores.ts';
import { getLine, type Line, renewLine, urlOf } from './webhooks.lines.ts';
import { forgottenCallPump } from './webhooks.pump.ts';
import { takeCalls } from './webhooks.service.ts';
import { signatureOf } from './webhooks.signature.ts';

let server: TestServer;
let company_id: number;
let line: Line;
beforeAll(async () => {
  server = await aServer();
  company_id = (await aCompany(server, { admin: {} })).companyId;
  line = await lineOf(company_id);
});

const ctxOf = (companyId: number) => {
  const { platform } = server;
  return { platform, clock: platform.clock, log: platform.log, actor: systemActor(companyId) };
};
const lineOf = (companyId: number) => inTenant(ctxOf(companyId), (tx) => getLine(tx, 'mail'));

interface Call {
  body?: string | Buffer;
  to?: Line;
  secret?: string;
  url?: string;
  at?: Date;
  kind?: string;
  headers?: Record<string, string>;
}
const post = async ({
  body = 'Hello',
  to = line,
  secret = to.secret,
  at = new Date(),
  kind = 'mail',
  headers = {},
  ...call
}: Call = {}) => {
  const url = call.url ?? urlOf(server.config, 'mail', to.token);
  const signature = signatureOf({ secret, url, body: Buffer.from(body), at });
  return server.app.inject({
    method: 'POST',
    url: `/v1/webhooks/${kind}/${to.token}`,
    headers: { 'content-type': 'message/rfc822', 'steward-signature': signature, ...headers },
    payload: body,
  });
};
const calls = () =>
  server.operator.db.selectFrom('hook_calls').selectAll().where('company_id', '=', company_id).orderBy('id').execute();
const jobs = () =>
  server.operator.db
    .selectFrom('outbox')
    .select(['name', 'actor'])
    .where('company_id', '=', company_id)
    .where('kind', '=', 'job')
    .execute();

test('a signed call is stored and given to a job of the system; the same call again changes nothing', async () => {
  const body = Buffer.from([0xff, 0, 1, 2]);
  expect((await post({ body })).statusCode).toBe(204);
  expect((await post({ body })).statusCode).toBe(204);
  const [call, ...others] = await calls();
  expect(others).toEqual([]);
  expect(call).toMatchObject({ kind: 'mail', state: 'waiting', size: 4 });
  expect(server.platform.seal.open(call?.body_sealed as Buffer, 'webhook call', company_id)).toBe(body.toString('base64'));
  expect(await jobs()).toEqual([{ name: 'webhooks.handle', actor: expect.objectContaining({ userId: 0 }) }]);
});

test('a call that is forged, late, for another address, or of another company is refused, and keeps out no true one', async () => {
  const theirs = await lineOf((await aCompany(server, { admin: {} })).companyId);
  const body = 'A true mail';
  const before = (await jobs()).length;
  for (const call of [
    { secret: 'guessed' },
    { secret: theirs.secret },
    { url: urlOf(server.config, 'mail', theirs.token) },
    { url: `http://elsewhere.example/v1/webhooks/mail/${line.token}` },
    { at: new Date(Date.now() - 6 * 60_000) },
    { headers: { 'steward-signature': '' } },
  ]) {
    const answer = await post({ body, ...call });
    expect(answer.json()).toMatchObject({ status: 401, code: 'webhooks.forged' });
  }
  expect((await jobs()).length).toBe(before);
  const forged = (await calls()).filter(({ state }) => state === 'forged');
  expect(forged).toHaveLength(6);
  expect(forged[0]).toMatchObject({ body_sealed: null, body_hash: null, size: body.length });
  expect((await post({ body })).statusCode).toBe(204);
  expect((await jobs()).length).toBe(before + 1);
});

test('an unknown address is a 404 before the body is read, and so is another kind', async () => {
  const nobody = { token: 'x'.repeat(43), secret: 'x' };
  expect((await post({ to: nobody })).json()).toMatchObject({ code: 'not_found' });
  expect((await post({ kind: 'phone' })).json()).toMatchObject({ code: 'not_found' });
  expect((await post({ to: nobody, headers: { 'content-type': 'application/json' }, body: '{' })).statusCode).toBe(404);
});

test('a body of any type is bytes, none at all is allowed, and ten megabytes are the most', async () => {
  for (const type of ['application/json', 'multipart/form-data', 'text/plain', 'application/x-odd'])
    expect((await post({ body: `{ of ${type}`, headers: { 'content-type': type } })).statusCode, type).toBe(204);
  expect((await post({ body: '' })).statusCode).toBe(204);
  expect((await post({ body: Buffer.alloc(9 * 2 ** 20) })).statusCode).toBe(204);
  expect((await post({ body: Buffer.alloc(10 * 2 ** 20 + 1) })).json()).toMatchObject({ status: 413, code: 'too_large' });
});

test('no session and no token against forgery is asked for; a page of another site is refused', async () => {
  expect((await post({ body: 'From a program', headers: { cookie: 'token=nonsense' } })).statusCode).toBe(204);
  expect((await post({ body: 'From a page', headers: { origin: 'https://elsewhere.example' } })).json()).toMatchObject({
    code: 'origin',
  });
});

test('in a deployment the signature covers the public address, whatever Host the call names', async () => {
  const app = await asDeployed(server);
  const url = `https://crm.example/v1/webhooks/mail/${line.token}`;
  const body = 'To the public address';
  const signature = signatureOf({ secret: line.secret, url, body: Buffer.from(body), at: new Date() });
  const headers = { host: 'internal:3000', 'steward-signature': signature, 'content-type': 'message/rfc822' };
  const answer = await app.inject({ method: 'POST', url: `/v1/webhooks/mail/${line.token}`, headers, payload: body });
  expect(answer.statusCode).toBe(204);
});

test('a renewed address ends the previous one', async () => {
  const renewed = await inTenant(ctxOf(company_id), (tx) => renewLine(tx, 'mail'));
  expect((await post({ body: 'To the old one' })).statusCode).toBe(404);
  expect((await post({ to: renewed, body: 'To the new one' })).statusCode).toBe(204);
  line = renewed;
});

test('the carrier’s calls are taken together in their order; one that fails holds up no other and gets a job of its own', async () => {
  const { companyId } = await aCompany(server, { admin: {} });
  const ctx = ctxOf(companyId);
  const bodies = Array.from({ length: 120 }, (_, place) => `call ${String(place).padStart(3, '0')}`);
  for (const body of bodies) await inTenant(ctx, (tx) => storeCalls(tx, 'texts', [Buffer.from(body)]));
  const bad = 'call 077';
  const seen: string[] = [];
  const kind: HookKind = {
    name: 'texts',
    handle: async () => {},
    async handleIn(tx, calls) {
      for (const { body } of calls) {
        await tx.db.insertInto('settings').values({ company_id: companyId, name: body.toString(), value: '1' }).execute();
        if (body.toString() === bad) throw new Error('bad');
        seen.push(body.toString());
      }
    },
  };
  const take = () => takeCalls(ctx, 'texts', [kind], new AbortController().signal);
  await take();
  const { db } = server.operator;
  const stored = await db
    .selectFrom('settings')
    .select('name')
    .where('company_id', '=', companyId)
    .where('name', 'like', 'call %')
    .execute();
  expect(stored.map(({ name }) => name).toSorted()).toEqual(bodies.filter((body) => body !== bad));
  const states = await db.selectFrom('hook_calls').select('state').where('company_id', '=', companyId).orderBy('id').execute();
  expect(states.map(({ state }) => state)).toEqual(bodies.map((body) => (body === bad ? 'failed' : 'done')));
  expect(seen.slice(0, 50)).toEqual(bodies.slice(0, 50));
  const alone = db
    .selectFrom('outbox')
    .select('payload')
    .where('company_id', '=', companyId)
    .where('name', '=', 'webhooks.handle');
  expect(await alone.execute()).toHaveLength(1);
  const before = seen.length;
  await take();
  expect(seen).toHaveLength(before);
});

/** A kind that remembers what it took, unless `act` throws. */
function aKind(act: (tx: Tx, body: string) => Promise<void> | void = () => {}) {
  const seen: string[] = [];
  const kind: HookKind = {
    name: 'texts',
    handle: async () => {},
    async handleIn(tx, calls) {
      for (const { body } of calls) {
        await act(tx, body.toString());
        seen.push(body.toString());
      }
    },
  };
  return { kind, seen };
}

const store = (companyId: number, body: string) =>
  inTenant(ctxOf(companyId), (tx) => storeCalls(tx, 'texts', [Buffer.from(body)]));
const jobsOf = async (companyId: number, name: string) =>
  server.operator.db
    .selectFrom('outbox')
    .select('payload')
    .where('company_id', '=', companyId)
    .where('name', '=', name)
    .execute();
const statesOf = async (companyId: number) =>
  (
    await server.operator.db.selectFrom('hook_calls').select('state').where('company_id', '=', companyId).orderBy('id').execute()
  ).map(({ state }) => state);

test('a worker that must stop leaves the job to another one; calls whose job was lost get one after a minute', async () => {
  const { companyId } = await aCompany(server, { admin: {} });
  for (let each = 0; each < 60; each++) await store(companyId, `call ${each}`);
  const stop = new AbortController();
  const { kind, seen } = aKind(() => stop.abort());
  await expect(takeCalls(ctxOf(companyId), 'texts', [kind], stop.signal)).rejects.toThrow('abort');
  expect(seen).toHaveLength(50);
  const { db } = server.operator;
  await db.deleteFrom('outbox').where('company_id', '=', companyId).execute();
  const lookAfter = (ms: number) =>
    runPumps(db, { ...server.platform, clock: () => new Date(Date.now() + ms) }, [forgottenCallPump]);
  await lookAfter(0);
  expect(await jobsOf(companyId, 'webhooks.take')).toEqual([]);
  await lookAfter(61_000);
  expect(await jobsOf(companyId, 'webhooks.take')).toMatchObject([{ payload: { kind: 'texts' } }]);
});

test('a call that another worker does meanwhile stays done, and gets no job', async () => {
  const { companyId } = await aCompany(server, { admin: {} });
  await store(companyId, 'Twice');
  const other = new pg.Client(server.url);
  await other.connect();
  const waiting = `select from pg_locks where relation = 'hook_calls'::regclass and not granted`;
  let tries = 0;
  const { kind } = aKind(async () => {
    tries += 1;
    if (tries === 2) await other.query('begin; lock table hook_calls in share row exclusive mode');
    throw new Error('bad');
  });
  const taken = takeCalls(ctxOf(companyId), 'texts', [kind], new AbortController().signal);
  await until(async () => (await other.query(waiting)).rowCount);
  await other.query(`update hook_calls set state = 'done' where company_id = ${companyId}; commit`);
  await taken;
  await other.end();
  expect(await statesOf(companyId)).toEqual(['done']);
  expect(await jobsOf(companyId, 'webhooks.handle')).toEqual([]);
});

test('of one company’s calls one worker has a batch at hand; another one waits with the later calls', async () => {
  const { companyId } = await aCompany(server, { admin: {} });
  await inTenant(ctxOf(companyId), (tx) => getLine(tx, 'texts'));
  await store(companyId, 'START');
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const { kind, seen } = aKind((_, body) => {
    if (body !== 'START') return;
    begun.resolve();
    return goOn.promise;
  });
  const take = () => takeCalls(ctxOf(companyId), 'texts', [kind], new AbortController().signal);
  const first = take();
  await begun.promise;
  await store(companyId, 'STOP');
  const second = take();
  const other = new pg.Client(server.url);
  await other.connect();
  const waiting = `select from pg_stat_activity where usename = 'steward_app' and datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => seen.length > 0 || (await other.query(waiting)).rowCount);
  await other.end();
  expect(seen).toEqual([]);
  goOn.resolve();
  await Promise.all([first, second]);
  expect(seen).toEqual(['START', 'STOP']);
});

test('old calls are dropped, forged ones after a day', async () => {
  const { db } = server.operator;
  await db.deleteFrom('hook_calls').execute();
  const old = (days: number) => new Date(Date.now() - days * 86_400_000);
  const row = { company_id, kind: 'mail', size: 1 };
  await db
    .insertInto('hook_calls')
    .values([
      { ...row, state: 'done', received_at: old(31) },
      { ...row, state: 'done', received_at: old(29) },
      { ...row, state: 'forged', received_at: old(2) },
      { ...row, state: 'forged', received_at: old(0.5) },
    ])
    .execute();
  await runChores(db, server.platform, webhookChores);
  expect((await calls()).map(({ state }) => state)).toEqual(['done', 'forged']);
});
