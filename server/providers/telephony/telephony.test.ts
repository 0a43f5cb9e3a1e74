// The port's promises, tested with the adapter in front of the demo's carrier, and of a carrier that fails.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { segmentsOf } from '#contract/kit/segments.ts';
import { type Telephony, TelephonyRefused, TelephonyUnavailable } from '#kernel/telephony/telephony.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { sandboxCarrier } from './telephony.sandbox.ts';
import { twilioTelephony } from './twilio.ts';

const account = { account: `AC${'1'.repeat(32)}`, token: 'a-token-of-the-test' };
const from = '3055550100';
const terms = { owner: 'steward company 1', inbound: 'https://crm.example.com/v1/webhooks/texts/token' };

let server: TestServer;
let carrier: Telephony;
beforeAll(async () => {
  server = await aServer();
  carrier = twilioTelephony({ ...account, fetch: sandboxCarrier(server.platform.db, account) });
});
beforeEach(async () => {
  await server.operator.db.deleteFrom('sandbox_texts').execute();
  await server.operator.db.deleteFrom('sandbox_numbers').execute();
  await carrier.buyNumber(from, terms);
});

const send = (to: string, body = 'Hello Rosa') => carrier.sendText({ from, to, body });
const rows = () => server.operator.db.selectFrom('sandbox_texts').selectAll().orderBy('id').execute();

describe('a text', () => {
  test('is accepted once, with its segments', async () => {
    expect(await send('3055550142', 'x'.repeat(161))).toEqual({
      result: 'accepted',
      id: expect.stringMatching(/^SM/),
      segments: 2,
    });
    expect(await rows()).toMatchObject([{ sender: from, recipient: '3055550142', error_code: null }]);
  });

  test('is found again by both numbers, its words and its time', async () => {
    const began = new Date(Date.now() - 1_000);
    const sent = await send('3055550142');
    const found = await carrier.findText({ from, to: '3055550142', body: 'Hello Rosa' }, began);
    expect(sent).toMatchObject({ result: 'accepted', ...found });
    for (const [text, since] of [
      [{ from, to: '3055550142', body: 'Hello' }, began],
      [{ from, to: '3055550143', body: 'Hello Rosa' }, began],
      [{ from, to: '3055550142', body: 'Hello Rosa' }, new Date(Date.now() + 60_000)],
    ] as const)
      expect(await carrier.findText(text, since)).toBeNull();
  });

  test('is found while the carrier still queues it, when its list by the date of sending has none', async () => {
    const began = new Date(Date.now() - 1_000);
    await send('3055550142');
    // In its queue, however slow this machine is.
    await server.operator.db
      .updateTable('sandbox_texts')
      .set({ created_at: new Date(Date.now() + 30_000) })
      .execute();
    const listed = await sandboxCarrier(server.platform.db, account)(
      `https://api.twilio.com/2010-04-01/Accounts/${account.account}/Messages.json?${new URLSearchParams({
        From: `+1${from}`,
        To: '+13055550142',
        'DateSent>': began.toISOString(),
      })}`,
      { headers: { authorization: `Basic ${Buffer.from(`${account.account}:${account.token}`).toString('base64')}` } },
    );
    expect(await listed.json()).toMatchObject({ messages: [] });
    const found = await carrier.findText({ from, to: '3055550142', body: 'Hello Rosa' }, began);
    expect(await rows()).toMatchObject([{ sid: found?.id }]);
  });

  test('is found behind many others to the same number, and looked for no longer than since then', async () => {
    const began = new Date(Date.now() - 60_000);
    await send('3055550142');
    const text = { sender: from, recipient: '3055550142', body: 'Another', segments: 1 };
    const others = Array.from({ length: 70 }, (_, index) => ({
      ...text, sid: `SM${index}`, created_at: new Date(Date.now() + 1_000 + index),
    })); // biome-ignore format: a row in one line
    await server.operator.db.insertInto('sandbox_texts').values(others).execute();
    const find = (since: Date) => carrier.findText({ from, to: '3055550142', body: 'Hello Rosa' }, since);
    expect(await find(began)).not.toBeNull();
    expect(await find(new Date(Date.now() + 600_000))).toBeNull();
  });

  test.each([
    ['an impossible number', '1055550142', 'Hi', '21211', 'dead'],
    ['a recipient who unsubscribed', '3055550610', 'Hi', '21610', 'stopped'],
    ['a number without texts', '3055550614', 'Hi', '21614', 'landline'],
    ['no words', '3055550142', '', '21602', null],
    ['too many words', '3055550142', 'x'.repeat(1601), '21617', null],
  ])('is refused: %s', async (_, to, body, code, means) => {
    expect(await send(to, body)).toEqual({ result: 'refused', code, means });
    expect(await rows()).toEqual([]);
  });

  test('is refused from a number that is not ours', async () => {
    expect(await carrier.sendText({ from: '3055550199', to: '3055550142', body: 'Hi' })).toEqual({
      result: 'refused',
      code: '21606',
      means: null,
    });
  });

  test('waits when the carrier asks for it, and when texts come too fast', async () => {
    expect(await send('3055550429')).toEqual({ result: 'later', code: '20429', tooFast: true, seconds: 1 });
    const texts = Array.from({ length: 30 }, (_, index) => ({
      sid: `SM${index}`, sender: from, recipient: '3055550142', body: 'Hi', segments: 1,
    })); // biome-ignore format: a row in one line
    await server.operator.db.insertInto('sandbox_texts').values(texts).execute();
    expect(await send('3055550142')).toMatchObject({ result: 'later', code: '20429' });
  });

  test.each([
    ['a phone that is off', '3055550003', 'Hi', 30003],
    ['a landline', '3055550006', 'Hi', 30006],
    ['a public shortener', '3055550142', 'See bit.ly/2x', 30007],
  ])('is accepted, and fails later: %s', async (_, to, body, error_code) => {
    expect(await send(to, body)).toMatchObject({ result: 'accepted' });
    expect(await rows()).toMatchObject([{ error_code }]);
  });

  test('fails later from a number that is not registered', async () => {
    await carrier.buyNumber('3055550034', terms);
    await carrier.sendText({ from: '3055550034', to: '3055550142', body: 'Hi' });
    expect(await rows()).toMatchObject([{ error_code: 30034 }]);
  });
});

describe('a look-up', () => {
  test.each([
    ['3055550142', { valid: true, type: 'mobile', carrier: 'Sandbox Wireless' }],
    ['3055550147', { valid: true, type: 'landline', carrier: 'Sandbox Telephone' }],
    ['3055550148', { valid: true, type: 'voip', carrier: 'Sandbox Cable' }],
    ['3055550149', { valid: true, type: 'voip', carrier: 'Sandbox Online' }],
    ['8005550142', { valid: true, type: 'toll_free', carrier: 'Sandbox Toll Free' }],
    ['3055550001', { valid: false, type: null, carrier: '' }],
    ['3051550142', { valid: false, type: null, carrier: '' }],
  ])('of %s', async (number, facts) => {
    expect(await carrier.lookUp(number)).toEqual(facts);
  });

  test('can be asked for again where the carrier is busy', async () => {
    await expect(carrier.lookUp('3055550429')).rejects.toThrow(TelephonyUnavailable);
  });
});

describe('numbers', () => {
  test('are offered by area code, digits and state', async () => {
    const numbers = async (search: Parameters<Telephony['searchNumbers']>[0]) =>
      (await carrier.searchNumbers(search)).map(({ number }) => number);
    expect(await carrier.searchNumbers({ state: 'FL', limit: 1 })).toEqual([
      { number: '3055550101', city: 'Miami', state: 'FL', texts: true, calls: true },
    ]);
    expect(await numbers({ areaCode: '786', limit: 2 })).toEqual(['7865550100', '7865550101']);
    expect(await numbers({ areaCode: '305', contains: '0177', limit: 5 })).toEqual(['3055550177']);
    expect(await numbers({ state: 'WY', limit: 5 })).toEqual([]);
  });

  test('are bought once, and released once, however often one asks', async () => {
    const bought = await carrier.buyNumber('2125550150', terms);
    expect(await carrier.buyNumber('2125550150', terms)).toEqual(bought);
    await expect(carrier.buyNumber('2125550150', { ...terms, owner: 'steward company 2' })).rejects.toMatchObject({
      code: 'taken',
    });
    await carrier.releaseNumber(bought.id);
    await carrier.releaseNumber(bought.id);
    expect(await carrier.searchNumbers({ contains: '2125550150', limit: 1 })).toHaveLength(1);
  });

  test.each([
    ['2125550000', '21422'],
    ['2125550001', '21421'],
  ])('are refused: %s', async (number, code) => {
    await expect(carrier.buyNumber(number, terms)).rejects.toMatchObject({ name: 'TelephonyRefused', code });
  });
});

describe('a carrier that fails', () => {
  const answering = (fetch: () => Promise<Response>) => twilioTelephony({ ...account, fetch });
  const error = (code: string) => Object.assign(new TypeError('fetch failed'), { cause: { code } });
  const json = (body: unknown, status: number) => async () => new Response(JSON.stringify(body), { status });

  test('sends its token to no other host for the next page of a list', async () => {
    const asked: string[] = [];
    const elsewhere = twilioTelephony({
      ...account,
      fetch: async (url) => {
        asked.push(url);
        const messages = [{ sid: 'SM1', body: 'Other', num_segments: '1', date_created: new Date().toUTCString() }];
        return Response.json({ messages, next_page_uri: '//evil.example/2010-04-01' });
      },
    });
    const find = elsewhere.findText({ from, to: '3055550142', body: 'Hi' }, new Date(0));
    await expect(find).rejects.toThrow(TelephonyUnavailable);
    expect(asked.map((url) => new URL(url).hostname)).toEqual(['api.twilio.com']);
  });

  test.each([
    [
      'cannot be reached',
      () => Promise.reject(error('ECONNREFUSED')),
      { result: 'later', code: 'unreachable', tooFast: false, seconds: null },
    ],
    ['is lost on the way', () => Promise.reject(error('ECONNRESET')), { result: 'unknown' }],
    ['takes too long', () => Promise.reject(new DOMException('late', 'TimeoutError')), { result: 'unknown' }],
    ['has an error of its own', json({}, 500), { result: 'unknown' }],
    ['answers something else', json({ hello: 1 }, 201), { result: 'unknown' }],
    ['knows no such account', json({ code: 20003 }, 401), { result: 'later', code: '20003', tooFast: false, seconds: null }],
  ])('%s', async (_, fetch, result) => {
    const failing = answering(fetch);
    expect(await failing.sendText({ from, to: '3055550142', body: 'Hi' })).toEqual(result);
    await expect(failing.lookUp('3055550142')).rejects.toThrow(TelephonyUnavailable);
  });

  test('names the code of a refusal, and no number', async () => {
    const refusal = json({ code: 20404, message: 'No +13055550142' }, 404);
    await expect(answering(refusal).lookUp('3055550142')).rejects.toThrow(/^the carrier refused: 20404$/);
    expect(new TelephonyRefused('1').code).toBe('1');
  });

  test('lets nobody in without the account’s token', async () => {
    const stranger = twilioTelephony({ ...account, token: 'another', fetch: sandboxCarrier(server.platform.db, account) });
    expect(await stranger.sendText({ from, to: '3055550142', body: 'Hi' })).toMatchObject({ result: 'later', code: '20003' });
  });
});

test.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  ['ž'.repeat(70), 1],
  ['ž'.repeat(71), 2],
  ['👋'.repeat(35), 1],
  ['👋'.repeat(36), 2],
])('segments of a text', (body, segments) => {
  expect(segmentsOf(body)).toBe(segments);
});
