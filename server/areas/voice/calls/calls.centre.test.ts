// Rows of the call centre without a gateway: who is asked, who listens, who waits, what stays after a crash,
// and who hears of it.
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { completeTransfer, consultColleague, fetchActiveCalls, takeBackCall } from '#contract/dialer.ts';
import { listTasks } from '#contract/tasks.ts';
import { inTenant } from '#kernel/context.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import { begun, callsOf, gateway, workingHour } from '#tests/support/calls.ts';
import { aSid } from '#tests/support/examples.calls.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer, type Client } from '#tests/support/server.ts';
import type { TestPhone } from '#tests/support/voice.ts';
import { forgetOldCalls } from './calls.forget.ts';
import { lostCallPump } from './calls.lost.ts';
import { heedMissed } from './calls.missed.ts';
import {
  askColleague,
  callPassedOn,
  changeWatch,
  leaveMessage,
  listWaiting,
  listWatchers,
  offerWaiting,
  phoneChanged,
  waitEnded,
  watchCall,
  watchEnded,
} from './calls.service.ts';

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
let area = 500;

async function anOffice() {
  const office = await aCompany(server, {
    admin: {},
    manager: {},
    manager2: {},
    agent: { under: 'manager' },
    agent2: { under: 'manager' },
  });
  const { companyId, people } = office;
  const calls = callsOf(server, companyId);
  const line = `${++area}5550100`;
  await calls.number(line, people.agent.userId);
  const contact = await calls.callable(people.agent.userId, theirs);
  await calls.feature('call_centre');
  const plans = await Promise.all(
    [people.agent, people.agent2].map(({ userId }) => calls.plan(userId, { payer: 'manager', allocation: 100 })),
  );
  const used = () => Promise.all(plans.map(({ id }) => calls.used(id)));
  const as = (client: { userId: number }) => calls.ctxOf(client.userId);
  const tables = { watchers: 'call_watchers', waits: 'waiting_calls' } as const;
  const rowsOf = (name: keyof typeof tables) =>
    db.selectFrom(tables[name]).selectAll().where('company_id', '=', companyId).orderBy('id').execute();
  /** Runs, of the agent with the contact. */
  const aCall = async () => {
    const { sid } = begun(await calls.dial(people.agent.userId, theirs));
    await calls.answer(sid);
    return sid;
  };
  const ask = async (sid: string) => {
    const ring = await askColleague(await as(people.agent), sid, people.agent2.userId);
    if (!ring) throw new Error('not asked');
    return ring;
  };
  /** The agent talks with a colleague, so callers wait for them. */
  const anEngagedAgent = async () => {
    const inside = begun(await calls.dial(people.agent.userId, `user:${people.agent2.userId}`));
    await calls.answer(inside.rings[0]?.sid ?? '');
    return inside;
  };
  const wait = async (from = theirs) => {
    const sid = (await calls.receive(from, line, 'busy'))?.waiting?.sid;
    if (!sid) throw new Error('nobody waits');
    return sid;
  };
  const timeline = async (client: Client) =>
    (await client.call(listContactTimeline, { params: { id: contact }, query: {} })).data
      .filter(({ action }) => action === 'called')
      .map(({ changes }) => Object.fromEntries(changes.map(({ field, after }) => [field.replace('call.', ''), after])));
  return { ...office, ...people, calls, line, contact, used, as, rowsOf, aCall, ask, anEngagedAgent, wait, timeline };
}

describe('a colleague who is asked', () => {
  test('by the endpoints: one who is free, of the own call, and each order reaches the gateway', async () => {
    const { admin, agent, agent2, calls, aCall, companyId } = await anOffice();
    const call_id = await aCall();
    const phone = platform.voice as TestPhone;
    phone.orders.length = 0;
    const by = (client: Client, user_id: number) => client.call(consultColleague, { body: { call_id, user_id } });
    expect(await by(agent, agent2.userId)).toMatchObject({ call_id, consulting: null });
    await agent.call(takeBackCall, { body: { call_id } });
    await agent.call(completeTransfer, { body: { call_id } });
    expect(phone.orders).toEqual(
      [{ order: 'consult', userId: agent2.userId }, { order: 'take_back' }, { order: 'complete' }].map((order) => {
        return { companyId, sid: call_id, order };
      }),
    );
    await expect(by(agent, agent.userId)).rejects.toMatchObject({ code: 'invalid' });
    await expect(by(agent2, agent.userId)).rejects.toMatchObject({ code: 'not_found' });
    const inside = begun(await calls.dial(agent2.userId, `user:${admin.userId}`));
    await expect(by(agent, agent2.userId)).rejects.toMatchObject({ code: 'calls.colleague_away' });
    await calls.end(inside.sid, 'cancelled');
    await calls.end(call_id, 'answered');
    await expect(agent.call(takeBackCall, { body: { call_id } })).rejects.toMatchObject({ code: 'calls.ended' });
  });

  test('is paid by who asks; from the moment that it is passed on by the colleague, also when it is said twice', async () => {
    const { agent, calls, aCall, ask, used, timeline, as } = await anOffice();
    const sid = await aCall();
    later(61);
    const ring = await ask(sid);
    await calls.answer(ring.sid);
    expect(await used()).toEqual([5, 0]);
    later(120);
    for (let time = 0; time < 2; time++) await callPassedOn(await as(agent), sid);
    expect(await used()).toEqual([4, 5]); // three minutes and a second
    later(30);
    await calls.end(ring.sid, 'answered');
    expect(await used()).toEqual([4, 1]);
    expect(await calls.row(sid)).toMatchObject({ outcome: 'answered', minutes: 4 });
    expect(await calls.row(ring.sid)).toMatchObject({ outcome: 'answered', minutes: 1, their_number: theirs });
    expect((await timeline(agent)).map(({ seconds }) => Number(seconds))).toEqual([30, 181]);
  });

  test('who goes again leaves no trace at the contact, and costs nothing', async () => {
    const { agent, calls, aCall, ask, used, timeline } = await anOffice();
    const sid = await aCall();
    const ring = await ask(sid);
    expect((await agent.call(fetchActiveCalls, {})).call_list[0]?.consulting?.state).toBe('ringing');
    await calls.answer(ring.sid);
    later(60);
    await calls.end(ring.sid, 'answered');
    expect((await agent.call(fetchActiveCalls, {})).call_list[0]?.consulting).toBe(null);
    expect(await timeline(agent)).toEqual([]);
    expect(await used()).toEqual([5, 0]);
    await calls.end(sid, 'answered');
    expect(await timeline(agent)).toHaveLength(1);
    expect(await used()).toEqual([1, 0]);
  });

  test.each([[false], [true]])(
    'after a crash of the gateway, passed on: %s, every row ends and is paid once',
    async (passedOn) => {
      const { agent, manager, calls, aCall, ask, used, as, rowsOf } = await anOffice();
      const sid = await aCall();
      const sids = { sid: aSid(), of: sid, mode: 'listen' } as const;
      expect(await watchCall(await as(manager), sids)).toMatchObject({ callId: expect.any(Number) });
      const ring = await ask(sid);
      await calls.answer(ring.sid);
      later(20);
      if (passedOn) await callPassedOn(await as(agent), sid);
      later(20);
      await db.insertInto('voice_gateways').values({ process: gateway, address: 'http://x', at: now }).execute();
      later(20);
      for (let time = 0; time < 2; time++) await runPumps(db, platform, [lostCallPump]);
      expect(await used()).toEqual(passedOn ? [1, 1] : [1, 0]);
      expect(await calls.row(ring.sid)).toMatchObject({ state: 'ended', outcome: 'failed' });
      expect((await rowsOf('watchers')).map(({ ended_at }) => ended_at)).not.toContain(null);
      await db.deleteFrom('voice_gateways').where('process', '=', gateway).execute();
    },
  );
});

describe('a leader', () => {
  test('takes part in one call of their people, which the log says', async () => {
    const { agent, manager, manager2, calls, aCall, as, rowsOf } = await anOffice();
    const of = await aCall();
    const sid = aSid();
    const leader = await as(manager);
    expect(await watchCall(await as(manager2), { sid: aSid(), of, mode: 'listen' })).toMatchObject({ refused: { code: 31404 } });
    expect(await watchCall(await as(agent), { sid: aSid(), of, mode: 'listen' })).toMatchObject({ refused: { code: 31002 } });
    expect(await watchCall(leader, { sid, of, mode: 'whisper' })).toMatchObject({ callId: expect.any(Number) });
    expect(await watchCall(leader, { sid: aSid(), of, mode: 'join' })).toMatchObject({ refused: { code: 31486 } });
    const { id } = await calls.row(of);
    expect(await inTenant(leader, (tx) => listWatchers(tx, [id]))).toEqual([
      { call_id: id, sid, mode: 'whisper', user: { id: manager.userId, name: 'manager Tester' } },
    ]);
    expect(await changeWatch(leader, sid, 'join')).toBe(true);
    await calls.end(of, 'answered');
    expect((await rowsOf('watchers')).map(({ ended_at }) => ended_at)).not.toContain(null);
    expect(await changeWatch(leader, sid, 'listen')).toBe(false);
    await watchEnded(leader, sid);
    expect(await watchCall(leader, { sid: aSid(), of, mode: 'listen' })).toMatchObject({ refused: { code: 31404 } });
  });

  test('hears on the cable of phones, of callers who wait and of others who take part; agents hear nothing', async () => {
    const { agent, manager, manager2, admin, as, aCall, wait, anEngagedAgent, calls, companyId } = await anOffice();
    const told = async (work: () => Promise<unknown>) => {
      await db.deleteFrom('outbox').where('company_id', '=', companyId).execute();
      await work();
      const { rows } = await sql<{ recipients: { users?: number[] } }>`
        select recipients from outbox where company_id = ${companyId} and kind = 'cable'
          and payload ->> 'event' = 'call_centre.changed'`.execute(db);
      return rows.map(({ recipients }) => JSON.stringify(recipients));
    };
    const ofAgent = await as(agent);
    const of = await aCall();
    const leader = await as(manager);
    const sid = aSid();
    for (const work of [
      () => phoneChanged(ofAgent),
      () => watchCall(leader, { sid, of, mode: 'listen' }),
      () => watchEnded(leader, sid),
      async () => {
        await calls.end(of, 'answered');
        await anEngagedAgent();
        await wait();
      },
    ]) {
      const [heard = ''] = await told(work);
      for (const { userId } of [admin, manager]) expect(heard).toContain(String(userId));
      for (const { userId } of [agent, manager2]) expect(heard).not.toContain(String(userId));
    }
  });
});

describe('a caller who waits', () => {
  test('is on the board of those who lead the people that can answer', async () => {
    const { agent, manager, manager2, admin, as, wait, anEngagedAgent, contact, line } = await anOffice();
    await anEngagedAgent();
    await wait();
    later(5);
    await wait('7185550123');
    const seen = async (client: { userId: number }) => inTenant(await as(client), listWaiting);
    expect(await seen(manager)).toMatchObject([
      { call_from: theirs, call_to: line, contact: { id: contact, name: 'Rosa Alvarez' } },
      { call_from: '7185550123', contact: null },
    ]);
    expect([(await seen(admin)).length, (await seen(agent)).length, (await seen(manager2)).length]).toEqual([2, 2, 0]);
  });

  test('is offered to one who is free, and answered there', async () => {
    const { agent, as, calls, wait, anEngagedAgent, rowsOf } = await anOffice();
    const inside = await anEngagedAgent();
    const sid = await wait();
    expect(await offerWaiting(await as(agent), sid, agent.userId)).toBe(null);
    for (const each of [inside.sid, inside.rings[0]?.sid ?? '']) await calls.end(each, 'answered');
    const ring = await offerWaiting(await as(agent), sid, agent.userId);
    expect(ring).toMatchObject({ userId: agent.userId, from: theirs, name: 'Rosa Alvarez' });
    later(12);
    await calls.answer(ring?.sid ?? '');
    expect(await rowsOf('waits')).toMatchObject([{ sid, outcome: 'answered' }]);
    await waitEnded(calls.system, sid, 'gave_up');
    expect(await rowsOf('waits')).toMatchObject([{ sid, outcome: 'answered' }]);
    expect(await leaveMessage(calls.system, sid)).toBe(null);
  });

  test('and gives up is one missed call at the contact, though a phone rang; with a task', async () => {
    const { agent, as, calls, wait, anEngagedAgent, timeline, rowsOf } = await anOffice();
    const inside = await anEngagedAgent();
    const sid = await wait();
    for (const each of [inside.sid, inside.rings[0]?.sid ?? '']) await calls.end(each, 'answered');
    const ring = await offerWaiting(await as(agent), sid, agent.userId);
    await calls.end(ring?.sid ?? '', 'missed');
    expect(await timeline(agent)).toEqual([]); // still waiting
    for (let time = 0; time < 2; time++) await waitEnded(calls.system, sid, 'gave_up');
    expect(await timeline(agent)).toMatchObject([{ outcome: 'missed' }]);
    expect(await rowsOf('waits')).toMatchObject([{ outcome: 'gave_up' }]);
    await heedMissed(await as(agent), (await calls.row(ring?.sid ?? '')).id);
    expect((await agent.call(listTasks, { query: {} })).data).toHaveLength(1);
  });

  test('is a missed call after a crash of the gateway, once', async () => {
    const { agent, wait, anEngagedAgent, timeline, rowsOf, calls } = await anOffice();
    await anEngagedAgent();
    await wait();
    later(10);
    await db.insertInto('voice_gateways').values({ process: gateway, address: 'http://x', at: now }).execute();
    later(10);
    await runPumps(db, platform, [lostCallPump]);
    expect(await rowsOf('waits')).toMatchObject([{ outcome: null }]);
    await db.deleteFrom('voice_gateways').where('process', '=', gateway).execute();
    for (let time = 0; time < 2; time++) await runPumps(db, platform, [lostCallPump]);
    expect(await rowsOf('waits')).toMatchObject([{ outcome: 'failed' }]);
    expect(await timeline(agent)).toMatchObject([{ outcome: 'missed' }]);
    expect((await calls.rows()).filter(({ outcome }) => outcome === 'missed')).toHaveLength(1);
  });

  test('is forgotten with the proof of calls', async () => {
    const { wait, anEngagedAgent, rowsOf, calls } = await anOffice();
    await anEngagedAgent();
    await waitEnded(calls.system, await wait(), 'gave_up');
    await forgetOldCalls(calls.system);
    expect(await rowsOf('waits')).toHaveLength(1);
    later(30 * 366 * 86_400);
    await forgetOldCalls(calls.system);
    expect(await rowsOf('waits')).toEqual([]);
  });
});
