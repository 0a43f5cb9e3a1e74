// Cable messages between processes: through PostgreSQL, and through a real Redis.
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { deleteSession } from '#contract/signIn.ts';
import { createTag } from '#contract/tags.ts';
import { createFanout, type Fanout, type StreamMessage } from '#kernel/cable/fanout.ts';
import { openRedisFanout } from '#kernel/cable/redisFanout.ts';
import { startListener } from '#kernel/db/listener.ts';
import { testLog as log } from './support/database.ts';
import { aCompany } from './support/factories.ts';
import { callAt, runProcess, startProcess } from './support/processes.ts';
import { aRedis } from './support/redis.ts';
import { aServer } from './support/server.ts';

const server = await aServer({ own: true });
const redis = await aRedis();

const byPostgres = async (): Promise<Fanout> => {
  const listener = await startListener(server.urlOf('app'), log);
  onTestFinished(() => listener.close());
  return createFanout({ pool: server.platform.pool, listener, log });
};
const byRedis = async (channel = 'test'): Promise<Fanout> => {
  const fanout = await openRedisFanout({ url: redis.url, channel, log });
  onTestFinished(() => fanout.close());
  return fanout;
};

async function listenTo(fanout: Fanout) {
  const heard: StreamMessage[] = [];
  const state = { missed: 0 };
  const stop = await fanout.subscribe({ receive: (messages) => void heard.push(...messages), missed: () => state.missed++ });
  return { heard, state, stop };
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ stream: `UpdatesChannel:${n % 3}`, message: { id: n } }));

describe.each([
  {
    by: 'PostgreSQL',
    open: byPostgres,
    loseConnections: () =>
      server.platform.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'steward listener' and datname = current_database()`,
      ),
  },
  {
    by: 'Redis',
    open: () => byRedis(),
    loseConnections: async () => {
      await redis.kill();
      await redis.start();
    },
  },
])('by $by', ({ open, loseConnections }) => {
  test('every process hears every message once, in order, the one that tells too, until it stops listening', async () => {
    const [telling, hearing] = [await open(), await open()];
    const [here, there] = [await listenTo(telling), await listenTo(hearing)];
    const messages = numbered(400);

    await telling.publish(messages);
    await telling.publish([]);
    await expect.poll(() => there.heard).toEqual(messages);
    await expect.poll(() => here.heard).toEqual(messages);

    there.stop();
    const last = { stream: 's', message: 'é'.repeat(2_000) };
    await telling.publish([last]);
    await expect.poll(() => here.heard.at(-1)).toEqual(last);
    expect([here.state.missed, there.state.missed, there.heard.length]).toEqual([0, 0, messages.length]);
  });

  test('after a lost connection a process learns that messages may be missing, and gets the next ones', async () => {
    const fanout = await open();
    const { heard, state } = await listenTo(fanout);
    await loseConnections();
    await expect.poll(() => state.missed, { timeout: 10_000 }).toBeGreaterThan(0);
    await fanout.publish([{ stream: 's', message: 1 }]);
    await expect.poll(() => heard).toEqual([{ stream: 's', message: 1 }]);
  });
});

describe('by Redis alone', () => {
  test('messages larger than a NOTIFY are carried whole', async () => {
    const { heard } = await listenTo(await byRedis());
    const messages = [{ stream: 's', message: 'é'.repeat(100_000) }, ...numbered(2)];
    await (await byRedis()).publish(messages);
    await expect.poll(() => heard).toEqual(messages);
  });

  test('installations that share a Redis hear nothing of each other', async () => {
    const [ours, theirs] = [await byRedis('ours'), await byRedis('theirs')];
    const [here, there] = [await listenTo(ours), await listenTo(theirs)];
    await theirs.publish([{ stream: 's', message: 'theirs' }]);
    await ours.publish([{ stream: 's', message: 'ours' }]);
    await expect.poll(() => here.heard).toEqual([{ stream: 's', message: 'ours' }]);
    await expect.poll(() => there.heard).toEqual([{ stream: 's', message: 'theirs' }]);
  });

  test('nobody waits for a Redis that is away or hangs; once it is back all hear that something was lost', async () => {
    const [telling, hearing] = [await byRedis(), await byRedis()];
    const { heard, state } = await listenTo(hearing);

    redis.hang();
    await telling.publish([{ stream: 's', message: 'lost' }]);
    redis.goOn();
    await expect.poll(() => state.missed, { timeout: 15_000 }).toBeGreaterThan(0);

    await redis.kill();
    const before = state.missed;
    for (let n = 0; n < 100; n++) await telling.publish([{ stream: 's', message: 'lost' }]);
    await redis.start();
    await expect.poll(() => state.missed, { timeout: 15_000 }).toBeGreaterThan(before);
    await expect
      .poll(async () => {
        await telling.publish([{ stream: 's', message: 'back' }]);
        return heard.at(-1);
      })
      .toEqual({ stream: 's', message: 'back' });
  }, 60_000);

  test('a process that could not send tells the processes whose connection never broke', async () => {
    const [telling, hearing] = [await byRedis(), await byRedis()];
    const { heard, state } = await listenTo(hearing);
    await redis.refuse('publish', () => telling.publish([{ stream: 's', message: 'lost' }]));
    expect(state.missed).toBe(0);
    await telling.publish([{ stream: 's', message: 'next' }]);
    await expect.poll(() => [state.missed, heard]).toEqual([1, [{ stream: 's', message: 'next' }]]);
  });
});

test('a Redis that cannot be used stops the start and says why', async () => {
  const wrong = redis.url.replace('redis-demo', 'wrong');
  for (const role of ['web', 'worker'] as const)
    expect(await runProcess(server.url, role, { REDIS_URL: wrong })).toEqual({
      code: 1,
      said: expect.stringMatching(/^REDIS_URL: .*WRONGPASS/),
    });
  const nobody = await runProcess(server.url, 'web', { REDIS_URL: 'redis://127.0.0.1:1' });
  expect(nobody).toEqual({ code: 1, said: expect.stringMatching(/^REDIS_URL: .*ECONNREFUSED/) });
});

test('processes that share a Redis tell each other what changed and which session ended', async () => {
  const env = { REDIS_URL: redis.url };
  const [one, two] = await Promise.all([
    startProcess(server, 'web', env),
    startProcess(server, 'web', env),
    startProcess(server, 'worker', env),
  ]);
  const { people } = await aCompany(server, { agent: {} });
  const { headers } = people.agent;
  const frames: { type?: string; reason?: string; message?: unknown }[] = [];
  const socket = new WebSocket(`${two.address}/cable`, ['actioncable-v1-json'], { headers: { cookie: headers.cookie ?? '' } });
  onTestFinished(() => socket.terminate());
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data));
    frames.push(frame);
    if (frame.type === 'welcome')
      socket.send(JSON.stringify({ command: 'subscribe', identifier: JSON.stringify({ channel: 'UpdatesChannel' }) }));
  });
  await expect.poll(() => frames.map(({ type }) => type)).toContain('confirm_subscription');

  await callAt(one.address, headers, createTag, { body: { name: 'spring' } });
  await expect.poll(() => frames.at(-1)?.message).toEqual({ event: 'tag.changed' });
  await callAt(one.address, headers, deleteSession, {});
  await expect.poll(() => frames.at(-1)).toMatchObject({ type: 'disconnect', reason: 'unauthorized' });
});
