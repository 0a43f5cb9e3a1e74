// Ends of calls: minutes and money, ends that come twice or never, recordings, and the contact's page.
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { eraseContacts } from '#areas/crm/contacts/contacts.erase.ts';
import { bookOf, post, walletOf } from '#areas/money/ledger/ledger.service.ts';
import { listAuditEntries } from '#contract/auditLog.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { getContact } from '#contract/contacts.ts';
import { downloadCallRecording, fetchCallLogs, resumeCallRecording, transferCall, updateCall } from '#contract/dialer.ts';
import { downloadCallFile, listCallFiles } from '#contract/files.ts';
import { money } from '#contract/kit/money.ts';
import { reconcileLedger } from '#contract/ledger.ts';
import { listTasks } from '#contract/tasks.ts';
import { getWallet } from '#contract/wallet.ts';
import { storeFile } from '#kernel/files/files.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import { begun, callsOf, gateway, workingHour } from '#tests/support/calls.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer, type Client, send } from '#tests/support/server.ts';
import type { TestPhone } from '#tests/support/voice.ts';
import { allAttached } from '../../../areas.ts';
import { forgetOldCalls } from './calls.forget.ts';
import { lostCallPump } from './calls.lost.ts';
import { heedMissed } from './calls.missed.ts';
import { keepRecording, moreMinutes, ringColleague, setRecording } from './calls.service.ts';

const server = await aServer();
const { platform } = server;
const { db } = server.operator;
let now = workingHour;
platform.clock = () => now;
beforeEach(() => {
  now = workingHour;
});
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const theirs = '3055550142';
let area = 400;

async function anOffice() {
  const office = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: { under: 'manager' } });
  const calls = callsOf(server, office.companyId);
  const line = `${++area}5550100`;
  await calls.number(line, office.people.agent.userId);
  const contact = await calls.callable(office.people.agent.userId, theirs);
  const entries = async (client: Client, id = contact) =>
    (await client.call(listContactTimeline, { params: { id }, query: {} })).data.map(({ action, changes }) => ({
      action,
      ...Object.fromEntries(changes.map(({ field, after }) => [field.replace('call.', ''), after])),
    }));
  const talk = async (sid: string, seconds: number) => {
    await calls.answer(sid);
    later(seconds);
    await calls.end(sid, 'answered');
  };
  return { ...office, ...office.people, calls, line, contact, entries, talk };
}

describe('minutes', () => {
  test('of a licence: five are taken at first, and those that were not used go back', async () => {
    const { calls, agent, talk } = await anOffice();
    const { id } = await calls.plan(agent.userId, { payer: 'manager', allocation: 30, used: 3 });
    const call = begun(await calls.dial(agent.userId, theirs));
    expect(await calls.used(id)).toBe(8);
    await talk(call.sid, 61);
    expect(await calls.used(id)).toBe(5);
    expect(await calls.row(call.sid)).toMatchObject({ minutes: 2, paid_by: 'licence', outcome: 'answered' });
  });

  test('of a call over the end of the month: those of the month before do not make the new one longer', async () => {
    const { calls, agent, talk } = await anOffice();
    const { id } = await calls.plan(agent.userId, { payer: 'manager', allocation: 30 });
    const call = begun(await calls.dial(agent.userId, theirs));
    await sql`update plan_licences set used = 4, period = period + 1 where id = ${id}`.execute(db);
    await talk(call.sid, 61);
    expect(await calls.used(id)).toBe(4);
  });

  test('are none of a call that nobody took', async () => {
    const { calls, agent } = await anOffice();
    const { id } = await calls.plan(agent.userId, { payer: 'manager', allocation: 30 });
    const call = begun(await calls.dial(agent.userId, theirs));
    later(30);
    await calls.end(call.sid, 'no_answer');
    expect([await calls.used(id), (await calls.row(call.sid)).minutes]).toEqual([0, 0]);
  });

  test('are asked for every five; where the manager gave no more, the call ends after those that are taken', async () => {
    const { calls, agent } = await anOffice();
    const { id } = await calls.plan(agent.userId, { payer: 'manager', allocation: 7 });
    const call = begun(await calls.dial(agent.userId, theirs));
    await calls.answer(call.sid);
    later(300);
    expect(await moreMinutes(calls.system, call.sid, 300)).toBe(true);
    expect(await moreMinutes(calls.system, call.sid, 300), 'asked twice').toBe(true);
    expect(await calls.used(id)).toBe(7);
    later(300);
    expect(await moreMinutes(calls.system, call.sid, 600)).toBe(false);
    await calls.end(call.sid, 'answered');
    expect([await calls.used(id), (await calls.row(call.sid)).minutes]).toEqual([7, 10]);
    expect(await moreMinutes(calls.system, call.sid, 900)).toBe(false);
  });

  test('beyond one’s own plan are held in the wallet, five at once, and charged as they are used', async () => {
    const { companyId, calls, admin, agent } = await anOffice();
    await calls.switchOn('wallet', agent.userId);
    await calls.plan(agent.userId, { payer: 'self', allocation: 100, used: 98 });
    const amount = money(10_000);
    await calls.run(async (tx) =>
      post(tx, [
        { from: await bookOf(tx, 'cards'), to: await walletOf(tx, agent.userId), amount, kind: 'top_up', key: `t${companyId}` },
      ]),
    );
    const price = (await db.selectFrom('usage_prices').select('price').where('usage_type', '=', 'call').executeTakeFirstOrThrow())
      .price;
    const wallet = async () => {
      const { balance, held } = await agent.call(getWallet, {});
      return [Math.round((1 - Number(balance)) * 10_000) / price, Math.round(Number(held) * 10_000) / price];
    };
    const call = begun(await calls.dial(agent.userId, theirs));
    expect(await calls.row(call.sid)).toMatchObject({ paid_by: 'licence', licence_minutes: 2, wallet_minutes: 3 });
    expect(await wallet()).toEqual([0, 3]);
    await calls.answer(call.sid);
    later(300);
    expect(await moreMinutes(calls.system, call.sid, 300)).toBe(true);
    expect(await wallet()).toEqual([3, 5]);
    later(70);
    await calls.end(call.sid, 'answered');
    await calls.end(call.sid, 'answered');
    expect(await wallet()).toEqual([5, 0]);
    expect(await calls.row(call.sid)).toMatchObject({ minutes: 7, paid_by: 'wallet' });
    expect((await admin.call(reconcileLedger, {})).data).toEqual([]);
  });

  test('of one’s own plan follow those that a manager pays, before the wallet', async () => {
    const { calls, agent } = await anOffice();
    await calls.switchOn('wallet', agent.userId);
    const { id: shared } = await calls.plan(agent.userId, { payer: 'manager', allocation: 20, used: 18 });
    const { id: own } = await calls.plan(agent.userId, { payer: 'self', allocation: 20, used: 0 });
    const call = begun(await calls.dial(agent.userId, theirs));
    expect(await calls.row(call.sid)).toMatchObject({ paid_by: 'licence', licence_minutes: 2, wallet_minutes: 0 });
    await calls.answer(call.sid);
    later(300);
    expect(await moreMinutes(calls.system, call.sid, 300)).toBe(true);
    expect([await calls.used(shared), await calls.used(own)]).toEqual([20, 5]);
    await calls.end(call.sid, 'answered');
    begun(await calls.dial(agent.userId, theirs));
    expect([await calls.used(shared), await calls.used(own)]).toEqual([20, 5]);
  });

  test('of a plan that is used up are refused where the wallet holds too little', async () => {
    const { calls, agent } = await anOffice();
    await calls.switchOn('wallet', agent.userId);
    await calls.plan(agent.userId, { payer: 'self', allocation: 10, used: 10 });
    expect(await calls.dial(agent.userId, theirs)).toMatchObject({
      refused: { message: 'The minutes of your plan are used up, and your wallet does not cover more.' },
    });
  });
});

describe('an end', () => {
  test('that is told twice counts once, and the first one', async () => {
    const { calls, agent, contact, entries } = await anOffice();
    await calls.switchOn('dialer_enabled', agent.userId);
    const call = begun(await calls.dial(agent.userId, theirs));
    await calls.end(call.sid, 'busy');
    await calls.end(call.sid, 'answered');
    expect(await calls.row(call.sid)).toMatchObject({ outcome: 'busy', contact_id: contact });
    expect(await entries(agent)).toEqual([
      { action: 'called', id: call.callId, direction: 'outbound', number: theirs, outcome: 'busy', seconds: 0, recorded: false },
    ]);
  });

  test('of a caller who gives up silences the phones that still ring', async () => {
    const { calls, agent, agent2 } = await anOffice();
    const call = begun(await calls.dial(agent.userId, `user:${agent2.userId}`));
    await calls.end(call.sid, 'cancelled');
    expect(await calls.rows()).toMatchObject([{ outcome: 'cancelled' }, { outcome: 'missed' }]);
  });

  test('comes by itself where the gateway is gone, and minutes count to its last sign', async () => {
    const { calls, agent } = await anOffice();
    const { id } = await calls.plan(agent.userId, { payer: 'manager', allocation: 30 });
    const call = begun(await calls.dial(agent.userId, theirs));
    await calls.answer(call.sid);
    later(100);
    const sign = async () =>
      sql`insert into voice_gateways (process, address, at) values (${gateway}, 'http://127.0.0.1:1', ${now})
        on conflict (process) do update set at = excluded.at`.execute(db);
    await sign();
    later(10);
    await runPumps(db, platform, [lostCallPump]);
    expect(await calls.row(call.sid)).toMatchObject({ state: 'active' });
    later(10);
    await runPumps(db, platform, [lostCallPump]);
    expect(await calls.row(call.sid)).toMatchObject({ state: 'ended', outcome: 'failed', minutes: 2 });
    expect(await calls.used(id)).toBe(2);
    await sql`delete from voice_gateways where process = ${gateway}`.execute(db);
  });
});

describe('a missed call', () => {
  test('is one entry however many phones rang, and a task of the owner’s unless somebody called back', async () => {
    const { companyId, calls, admin, agent, contact, entries, talk, line } = await anOffice();
    const pool = `${area}5550109`;
    await calls.number(pool, null, admin.userId);
    await sql`update users set active = false where company_id = ${companyId} and id = ${agent.userId}`.execute(db);
    const received = await calls.receive(theirs, pool);
    await sql`update users set active = true where company_id = ${companyId} and id = ${agent.userId}`.execute(db);
    expect(received?.rings.length).toBe(3);
    for (const { sid } of received?.rings ?? []) await calls.end(sid, 'missed');
    expect(await entries(agent)).toMatchObject([{ action: 'called', direction: 'inbound', outcome: 'missed' }]);
    const tasks = async () => (await agent.call(listTasks, { query: {} })).data.map(({ kind, note }) => [kind, note]);
    const heed = async () => {
      const { rows } = await sql<{ payload: { id: number }; actor: { userId: number } }>`
        select payload, actor from outbox where company_id = ${companyId} and name = 'calls.missed' order by id desc limit 1`.execute(
        db,
      );
      const [job] = rows;
      if (!job) throw new Error('nothing to heed');
      await heedMissed(await calls.ctxOf(job.actor.userId), job.payload.id);
    };
    await heed();
    await heed();
    expect(await tasks()).toEqual([['call', 'Missed call from (305) 555-0142']]);
    await sql`delete from tasks where company_id = ${companyId} and contact_id = ${contact}`.execute(db);
    await calls.switchOn('dialer_enabled', agent.userId);
    later(60);
    await talk(begun(await calls.dial(agent.userId, theirs)).sid, 20);
    await heed();
    expect(await tasks()).toEqual([]);
    expect(await calls.receive(theirs, line)).toMatchObject({ rings: [{ userId: agent.userId }] });
  });

  test('that the user declined is told, without a task', async () => {
    const { companyId, calls, agent, line, entries } = await anOffice();
    const received = await calls.receive(theirs, line);
    await calls.end(received?.rings[0]?.sid ?? '', 'declined');
    expect(await entries(agent)).toMatchObject([{ action: 'called', outcome: 'declined' }]);
    const { rows } = await sql`select from outbox where company_id = ${companyId} and name = 'calls.missed'`.execute(db);
    expect(rows).toEqual([]);
  });
});

const wav = Buffer.from('RIFF\x1a\0\0\0WAVEfmt 0123456789');
async function recorded(calls: ReturnType<typeof callsOf>, sid: string, seconds: number) {
  async function* content() {
    yield wav;
  }
  const file = await storeFile(calls.system, { name: 'call.wav', content: content() });
  await keepRecording(calls.system, sid, file, seconds);
}

describe('a recording', () => {
  test('stands with the contact and the call, and the audit log says who heard it', async () => {
    const { calls, admin, agent, agent2, contact, entries } = await anOffice();
    await calls.switchOn('dialer_enabled', agent.userId);
    const call = begun(await calls.dial(agent.userId, theirs));
    await calls.answer(call.sid);
    await setRecording(calls.system, call.sid, 'on');
    expect(await calls.row(call.sid)).toMatchObject({ recording: 'on' });
    later(40);
    await recorded(calls, call.sid, 38.4);
    await recorded(calls, call.sid, 1);
    await calls.end(call.sid, 'answered');
    const { data } = await agent.call(listCallFiles, { params: { id: contact }, query: {} });
    expect(data).toMatchObject([{ number: theirs, seconds: 38, direction: 'outbound', user: { id: agent.userId } }]);
    expect(await entries(agent)).toMatchObject([{ action: 'called', seconds: 40, recorded: true }]);
    const one = { params: { id: call.callId } };
    for (const range of ['bytes=0-3', 'bytes=4-']) {
      const answer = await send(server.app, { ...agent.headers, range }, downloadCallRecording, one);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([206, 'audio/wav']);
    }
    await send(server.app, admin.headers, downloadCallFile, { params: { id: contact, callFileId: data[0]?.id ?? 0 } });
    expect((await send(server.app, agent2.headers, downloadCallRecording, one)).statusCode).toBe(404);
    const heard = await admin.call(listAuditEntries, { query: { action: 'calls.recording_heard' } });
    expect(heard.data.map(({ actor }) => actor?.id)).toEqual([admin.userId, agent.userId]);
  });

  test('of a number that is nobody’s goes to the contact that the user names', async () => {
    const { calls, agent, line, contact, entries } = await anOffice();
    const received = await calls.receive('3055550188', line);
    const { sid = '', callId = 0 } = received?.rings[0] ?? {};
    await calls.answer(sid);
    later(20);
    await calls.end(sid, 'answered');
    await recorded(calls, sid, 20);
    expect(await entries(agent)).toEqual([]);
    await agent.call(updateCall, { params: { id: callId }, body: { contact_id: contact } });
    expect((await agent.call(listCallFiles, { params: { id: contact }, query: {} })).data).toMatchObject([
      { number: '3055550188' },
    ]);
    expect(await entries(agent)).toMatchObject([{ action: 'called', direction: 'inbound', seconds: 20, recorded: true }]);
  });

  test('is kept six years, and the call ten', async () => {
    const { companyId, calls, agent } = await anOffice();
    await calls.switchOn('dialer_enabled', agent.userId);
    const call = begun(await calls.dial(agent.userId, theirs));
    await recorded(calls, call.sid, 5);
    await calls.end(call.sid, 'answered');
    const left = async () => {
      await forgetOldCalls(calls.system);
      const { rows } = await sql<{ files: number; calls: number }>`
        select (select count(*)::int from call_files where company_id = ${companyId}) as files,
          (select count(*)::int from calls where company_id = ${companyId}) as calls`.execute(db);
      return rows[0];
    };
    now = new Date('2032-11-20T12:00:00Z');
    expect(await left()).toEqual({ files: 1, calls: 1 });
    now = new Date('2032-12-01T12:00:00Z');
    expect(await left()).toEqual({ files: 0, calls: 1 });
    now = new Date('2036-12-01T12:00:00Z');
    expect(await left()).toEqual({ files: 0, calls: 0 });
  });

  test('outlives its contact, who is erased, and is found by the call alone', async () => {
    const { companyId, calls, agent, contact } = await anOffice();
    await calls.switchOn('dialer_enabled', agent.userId);
    const call = begun(await calls.dial(agent.userId, theirs));
    await recorded(calls, call.sid, 5);
    await calls.end(call.sid, 'answered');
    await agent.call(updateCall, { params: { id: call.callId }, body: { disposition: 'reached', note: 'Her knee hurts' } });
    await db.updateTable('contacts').set({ deleted_at: now, updated_at: now }).where('id', '=', contact).execute();
    now = new Date(now.getTime() + 400 * 24 * 3_600_000);
    await eraseContacts(calls.system, allAttached, { signal: new AbortController().signal });
    const contacts = await db.selectFrom('contacts').select('id').where('company_id', '=', companyId).execute();
    expect(contacts.map(({ id }) => id)).not.toContain(contact);
    const [kept] = (await agent.call(fetchCallLogs, { body: {} })).data;
    expect(kept).toMatchObject({ id: call.callId, contact: null, call_to: theirs, disposition: null, note: '' });
    const heard = await send(server.app, agent.headers, downloadCallRecording, { params: { id: call.callId } });
    expect(heard.statusCode).toBe(200);
  });
});

test('a disposition is an activity of the contact, and another one takes its place', async () => {
  const { calls, agent, agent2, contact, talk } = await anOffice();
  await calls.switchOn('dialer_enabled', agent.userId);
  const call = begun(await calls.dial(agent.userId, theirs));
  await talk(call.sid, 30);
  const say = (body: object) => agent.call(updateCall, { params: { id: call.callId }, body });
  await say({ disposition: 'call_back', note: 'After five' });
  expect(await say({ disposition: 'reached' })).toMatchObject({ disposition: 'reached', note: 'After five', seconds: 30 });
  const show = () => agent.call(getContact, { params: { id: contact }, query: {} });
  expect((await show()).last_activity).toEqual({ type: 'call', at: workingHour.toISOString() });
  const { data } = await agent.call(listContactTimeline, { params: { id: contact }, query: {} });
  expect(data.map(({ action, note }) => [action, note?.body ?? null])).toEqual([
    ['activity', 'After five'],
    ['activity_undone', null],
    ['activity', null],
    ['called', null],
  ]);
  await say({ disposition: null });
  expect((await show()).last_activity).toBeNull();
  await expect(agent2.call(updateCall, { params: { id: call.callId }, body: { note: 'x' } })).rejects.toMatchObject({
    status: 404,
  });
});

test('orders go to the gateway, for one’s own running call', async () => {
  const { companyId, calls, agent, agent2, manager, line } = await anOffice();
  const phone = platform.voice as TestPhone;
  const received = await calls.receive(theirs, line);
  const { sid = '' } = received?.rings[0] ?? {};
  const record = (client: Client) => client.call(resumeCallRecording, { body: { call_id: sid } });
  await expect(record(agent)).rejects.toMatchObject({ code: 'calls.ended' });
  await calls.answer(sid);
  phone.obey = async (of) => setRecording(calls.system, of, 'on');
  expect(await record(agent)).toMatchObject({ recording: 'on', state: 'active' });
  phone.obey = async () => {};
  await expect(record(agent2)).rejects.toMatchObject({ status: 404 });
  phone.isAway = true;
  await expect(record(agent)).rejects.toMatchObject({ status: 503, code: 'calls.unreachable' });
  phone.isAway = false;
  const pass = (user_id: number) => agent.call(transferCall, { body: { call_id: sid, user_id } });
  await expect(pass(agent.userId)).rejects.toMatchObject({ status: 422 });
  await pass(manager.userId);
  expect(phone.orders.at(-1)).toEqual({ companyId, sid, order: { order: 'transfer', userId: manager.userId } });
  const ring = await ringColleague(calls.system, sid, manager.userId);
  expect(ring).toMatchObject({ userId: manager.userId, from: theirs, name: 'Rosa Alvarez' });
  expect(await calls.answer(ring?.sid ?? '')).toEqual({ others: [] });
  await calls.end(sid, 'answered');
  expect(await calls.row(ring?.sid ?? '')).toMatchObject({ state: 'active', direction: 'inbound' });
  await expect(pass(manager.userId)).rejects.toMatchObject({ code: 'calls.ended' });
});

test('a call to a number that is passed on is charged to who talks', async () => {
  const { calls, agent, agent2 } = await anOffice();
  const mine = await calls.plan(agent.userId, { payer: 'manager', allocation: 30 });
  const others = await calls.plan(agent2.userId, { payer: 'company', allocation: 30 });
  const call = begun(await calls.dial(agent.userId, theirs));
  await calls.answer(call.sid);
  later(90);
  const ring = await ringColleague(calls.system, call.sid, agent2.userId);
  await calls.answer(ring?.sid ?? '');
  await calls.end(call.sid, 'answered');
  expect(await calls.row(ring?.sid ?? '')).toMatchObject({ state: 'active', paid_by: 'licence' });
  later(130);
  await calls.end(ring?.sid ?? '', 'answered');
  expect([await calls.used(mine.id), await calls.used(others.id)]).toEqual([2, 3]);
});
