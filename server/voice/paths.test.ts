// A phone whose network changes asks for another way of its sound, in the same call.
import { beforeAll, expect, test } from 'vitest';
import * as book from '#areas/voice/calls/calls.service.ts';
import { atTheEnd } from '#tests/support/atTheEnd.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aMicrophone, openPhone, passed, talk, userToken, type Whose } from '#tests/support/phones.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { startGateway } from './gateway.ts';

let server: TestServer;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let company: TestCompany<'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer();
  gateway = await startGateway(server.platform, book);
  atTheEnd(() => gateway.stop());
  company = await aCompany(server, { agent: {}, agent2: {} });
});

const whose = (person: 'agent' | 'agent2'): Whose => ({
  companyId: company.companyId,
  userId: company.people[person].userId,
});

async function phoneOf(person: 'agent' | 'agent2') {
  const url = `${gateway.address.replace('http', 'ws')}/signal`;
  const phone = await openPhone({ url, headers: passed(whose(person)), token: await userToken(whose(person)) });
  await phone.register();
  atTheEnd(() => phone.socket.terminate());
  return phone;
}

async function aCall() {
  const [caller, called] = await Promise.all([phoneOf('agent'), phoneOf('agent2')]);
  const call = await talk(caller, called, `client:user:${company.people.agent2.userId}`);
  const end = async () => {
    caller.say('hangup', { callsid: call.sid });
    await until(async () => gateway.board.count() === 0);
    for (const phone of [caller, called]) phone.socket.close();
  };
  return { caller, called, ...call, end };
}

test('sound goes on over the new way, at either side, with keys of its own', async () => {
  const { caller, called, theirs, sid, calledSid, end } = await aCall();
  /** At its new way, the phone speaks and hears. */
  const move = async (phone: typeof caller, callsid: string, other: typeof theirs) => {
    const moved = aMicrophone();
    phone.say('reinvite', { callsid, sdp: await moved.media.offer() });
    const { sdp = '' } = (await phone.wait('answer')).payload;
    await moved.media.accept(sdp);
    await until(async () => moved.media.isConnected());
    moved.speak(700);
    await other.hears(700);
    other.speak(1_100);
    await moved.hears(1_100);
    for (const each of [moved, other]) each.speak(null);
    return moved;
  };
  const moved = await move(caller, sid, theirs);
  await move(called, calledSid, moved);
  await end();
});

test('until the new way is connected, and where it never is, sound takes the old one', async () => {
  const { caller, mine, theirs, sid, end } = await aCall();
  caller.say('reinvite', { callsid: sid, sdp: await aMicrophone().media.offer() });
  await caller.wait('answer'); // which nobody takes up
  mine.speak(900);
  await theirs.hears(900);
  await end();
});

test('another device takes the call over with the proof of the first, and a description that says nothing changes nothing', async () => {
  const { caller, theirs, sid, reconnect, end } = await aCall();
  caller.say('reinvite', { callsid: sid, sdp: 'v=0' });
  const other = await phoneOf('agent');
  const moved = aMicrophone();
  other.say('invite', { callsid: sid, reconnect, sdp: await moved.media.offer(), twilio: {} });
  const { sdp = '' } = (await other.wait('answer')).payload;
  await moved.media.accept(sdp);
  moved.speak(800);
  await theirs.hears(800);
  caller.say('hangup', { callsid: sid }); // the old device has no part in it any more
  moved.speak(1_300);
  await theirs.hears(1_300);
  other.say('hangup', { callsid: sid });
  await end();
  expect(gateway.board.count()).toBe(0);
});
