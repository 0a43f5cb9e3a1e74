// /cable under load: many sockets, each message to all of them, through fan-out and subscriptions, against a
// bare `ws` server.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { createFanout } from '#kernel/cable/fanout.ts';
import { streamOf } from '#kernel/context.ts';
import { startListener } from '#kernel/db/listener.ts';
import { demoCompanies } from '../server/seed/companies.ts';
import { end } from '../tests/support/child.ts';
import { type Caller, signIn } from './caller.ts';
import type { Product } from './product.ts';
import { count, inMs, median, percentile, type Section, type Size } from './support.ts';

const sockets = 2_000;
/** As many as a session keeps (server/kernel/cable/cable.ts). */
const socketsOfSession = 50;
/** Messages one after another, for their latency; and all at once, for how many get through. */
const [singly, together] = [50, 200];

interface Side {
  /** Connects one socket, ready to hear. */
  open(): Promise<WebSocket>;
  /** To everybody, each known by its number. */
  publish(numbers: number[]): Promise<unknown>;
}

export async function benchCable(product: Product, { rounds }: Size): Promise<Section> {
  const sides = { Steward: await ourSide(product), 'Bare ws': await bareSide() };
  const rows: string[][] = [];
  const rates: number[] = [];
  for (const [name, side] of Object.entries(sides)) {
    const { rate, latencies } = await measure(side, rounds);
    rates.push(rate);
    rows.push([name, count(rate), inMs(percentile(latencies, 0.5)), inMs(percentile(latencies, 0.99))]);
  }
  for (const side of Object.values(sides)) await side.close();
  const [ours = 0, theirs = 1] = rates;
  return {
    name: 'cable',
    title: `Cable with ${count(sockets)} sockets`,
    how:
      `${together} messages at once to every socket, and ${singly} one after another for the time from publishing to each socket's hearing it. Steward's go through PostgreSQL's NOTIFY to the web ` +
      'process and to every subscription of the company; the limit is a `ws` server that is handed each message by its parent and sends it on. One process holds all the clients, and ' +
      `takes the other core. Median of ${rounds} rounds. Steward brings ${(ours / theirs).toFixed(2)} of the limit's messages.`,
    columns: ['Server', 'Messages/s', 'p50', 'p99'],
    rows,
  };
}

async function measure(side: Side, rounds: number): Promise<{ rate: number; latencies: number[] }> {
  const heard = createCount();
  const open: WebSocket[] = [];
  while (open.length < sockets) {
    const some = await Promise.all(Array.from({ length: 50 }, () => side.open()));
    for (const socket of some) socket.on('message', heard.receive);
    open.push(...some);
  }
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const all = heard.expect(together * sockets);
    await side.publish(Array.from({ length: together }, () => heard.send()));
    await all;
    rates.push((together * sockets * 1000) / (performance.now() - began));
  }
  heard.latencies.length = 0;
  for (let message = 0; message < singly; message++) {
    const all = heard.expect(sockets);
    await side.publish([heard.send()]);
    await all;
  }
  for (const socket of open) socket.terminate();
  return { rate: median(rates), latencies: heard.latencies };
}

/** Numbers each message, and knows when it was sent. */
function createCount() {
  const sent: number[] = [];
  const latencies: number[] = [];
  let left = 0;
  let done = () => {};
  return {
    latencies,
    send: () => sent.push(performance.now()) - 1,
    expect(messages: number) {
      left = messages;
      return new Promise<void>((resolve) => (done = resolve));
    },
    receive(data: Buffer) {
      const number = /"id":(\d+)/.exec(data.toString())?.[1];
      if (number === undefined) return; // a ping
      latencies.push(performance.now() - (sent[Number(number)] ?? Number.NaN));
      if (--left === 0) done();
    },
  };
}

async function ourSide(product: Product): Promise<Side & { close(): Promise<void> }> {
  const [demo] = demoCompanies;
  const callers: Caller[] = [];
  while (callers.length < sockets / socketsOfSession) callers.push(await signIn(product.port, `admin@${demo?.domain_name}`));
  const companyId = Number(/token=(\d+)\./.exec(callers[0]?.headers.cookie ?? '')?.[1]);
  let opened = 0;
  const listener = await startListener(product.urlOf('app'), product.log);
  const fanout = createFanout({ pool: product.platform.pool, listener, log: product.log });
  const identifier = JSON.stringify({ channel: 'UpdatesChannel' });
  return {
    async open() {
      const headers = callers[opened++ % callers.length]?.headers ?? {};
      const socket = new WebSocket(`ws://127.0.0.1:${product.port}/cable`, 'actioncable-v1-json', { headers });
      const heard = new Promise<void>((resolve, reject) => {
        socket.on('error', reject);
        socket.on('message', function wait(data: Buffer) {
          const { type } = JSON.parse(data.toString());
          if (type === 'welcome') socket.send(JSON.stringify({ command: 'subscribe', identifier }));
          if (type !== 'confirm_subscription') return;
          socket.off('message', wait);
          resolve();
        });
      });
      await heard;
      return socket;
    },
    publish: (numbers) =>
      fanout.publish(
        numbers.map((id) => ({
          stream: streamOf(companyId, 'UpdatesChannel'),
          message: { event: 'contact.changed', id },
          to: 'company',
        })),
      ),
    async close() {
      for (const caller of callers) caller.close();
      await listener.close();
    },
  };
}

async function bareSide(): Promise<Side & { close(): Promise<void> }> {
  const child = fork(fileURLToPath(new URL('./bareSockets.ts', import.meta.url)));
  const [{ port }] = await once(child, 'message');
  return {
    async open() {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`);
      await once(socket, 'open');
      return socket;
    },
    async publish(numbers) {
      for (const id of numbers)
        child.send(JSON.stringify({ identifier: '{"channel":"UpdatesChannel"}', message: { event: 'contact.changed', id } }));
    },
    close: () => end(child),
  };
}
