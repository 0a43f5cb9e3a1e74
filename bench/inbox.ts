// The inbox of a company with 50,000 conversations: its list, a search, and texts that come in while an agent
// has it open (`npm run bench -- inbox`).
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { WebSocket } from 'ws';
import { getLine, urlOf } from '#areas/messaging/webhooks/webhooks.service.ts';
import { listConversations } from '#contract/conversations.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant } from '#kernel/context.ts';
import { end } from '../tests/support/child.ts';
import { type Caller, signIn } from './caller.ts';
import type { Product } from './product.ts';
import { count, inMs, met, percentile, type Section, type Size, timed } from './support.ts';

const conversations = 50_000;
/** Milliseconds of the list; texts a second, and milliseconds until the open inbox hears of one. */
const aims = { list: 150, rate: 500, heard: 100 };
const domain = 'harbor.test';

export async function benchInbox(product: Product, { requests, seconds }: Size): Promise<Section[]> {
  const admin = new Client({ connectionString: product.adminUrl });
  await admin.connect();
  const company = await fill(admin);
  const admins = await signIn(product.port, `admin@${domain}`);
  const agent = await signIn(product.port, `agent@${domain}`);
  try {
    return [
      await benchLists(admin, company.id, { admin: admins, agent }, requests),
      await benchTexts(product, admin, company, admins, seconds),
    ];
  } finally {
    admins.close();
    agent.close();
    await admin.end();
  }
}

interface Company {
  id: number;
  line: string;
}

/** Conversations by text and mail with contacts and strangers, each with what its contact wrote. */
async function fill(admin: Client): Promise<Company> {
  const { rows } = await admin.query<Company>(
    `select c.company_id as id, (select min(n.number) from phone_numbers n where n.company_id = c.company_id) as line
     from companies c where c.domain_name = $1`,
    [domain],
  );
  const [company] = rows;
  if (!company?.line) throw new Error(`${domain} has no number to text with`);
  await admin.query(
    `insert into conversations (company_id, channel, line, their_address, contact_id, owner_id, subject, excerpt, last_at, unread)
     select $1, case when n % 3 = 0 then 'email' else 'text' end, case when n % 3 = 0 then n::text else $2 end,
       case when n % 3 = 0 then 'b' || n || '@example.com' else (2010000000 + n)::text end,
       c.id, c.owner_id, '', 'What we said, ' || n, now() - n * interval '1 minute', n % 40 = 0
     from generate_series(1, $3::int) n
     left join (select id, owner_id, row_number() over (order by id) as place from contacts where company_id = $1 and deleted_at is null) c
       on c.place = 1 + n % 5000 and n % 10 > 0
     on conflict do nothing`,
    [company.id, company.line, conversations],
  );
  await admin.query(
    `insert into received_messages (company_id, conversation_id, message_key, from_address, body, at)
     select $1, v.id, 'bench ' || v.id, v.their_address,
       'Thank you for the call. ' || (array['Please send me the plan', 'Thursday works', 'My doctor is new', 'The zebra form is signed'])[1 + v.id % 4], v.last_at
     from conversations v where v.company_id = $1 on conflict do nothing`,
    [company.id],
  );
  await admin.query('vacuum (analyze) conversations, received_messages');
  return company;
}

async function benchLists(admin: Client, companyId: number, callers: Record<string, Caller>, requests: number): Promise<Section> {
  const rows: string[][] = [];
  const searches = { 'The inbox opens': {}, Unread: { unread: true }, 'Mine': { filter: 'mine' }, 'A word of a text': { q: 'zebra' } } as const; // biome-ignore format: one line
  for (const [what, query] of Object.entries(searches))
    for (const [who, caller] of Object.entries(callers)) {
      const [http, bare]: [number[], number[]] = [[], []];
      for (let at = 0; at < requests; at++) {
        http.push((await timed(() => caller.send(listConversations, { query: { ...query, limit: 50 } }))).ms);
        bare.push((await timed(() => newest(admin, companyId))).ms);
      }
      const p95 = percentile(http, 0.95);
      rows.push([
        what,
        who,
        inMs(percentile(http, 0.5)),
        inMs(p95),
        inMs(percentile(bare, 0.95)),
        (p95 / percentile(bare, 0.95)).toFixed(1),
        met(`p95 < ${aims.list} ms`, p95 < aims.list),
      ]);
    }
  return {
    name: 'inbox',
    title: `An inbox of ${count(conversations)} conversations`,
    how: 'The first 50 people of the inbox over HTTP. The limit reads the 50 newest conversations by their index, with the names of contacts, on a bare connection: no reach, one row a conversation.',
    columns: ['List', 'As', 'p50', 'p95', 'Bare p95', 'Ratio p95', 'Aim'],
    rows,
  };
}

const newest = (admin: Client, companyId: number) =>
  admin.query(
    `select v.*, c.first_name, c.last_name from conversations v left join contacts c on c.company_id = v.company_id and c.id = v.contact_id
     where v.company_id = $1 order by v.last_at desc, v.id desc limit 50`,
    [companyId],
  );

interface Side {
  post(from: string): Promise<void>;
  close(): Promise<void>;
}

/** When the text of this number was heard: milliseconds of performance.now(). */
type Heard = Map<string, number>;

async function benchTexts(product: Product, admin: Client, company: Company, caller: Caller, seconds: number): Promise<Section> {
  const rows: string[][] = [];
  const p95s: number[] = [];
  for (const [name, open] of [
    ['Steward', (heard: Heard) => ourSide(product, company, caller, heard)],
    ['Bare insert and NOTIFY', (heard: Heard) => bareSide(product, admin, heard)],
  ] as const) {
    const heard: Heard = new Map();
    const side = await open(heard);
    const { taken, rate, latencies, missing } = await flood(side, heard, Math.max(3, seconds));
    await side.close();
    const p95 = percentile(latencies, 0.95);
    p95s.push(p95);
    rows.push([
      name,
      `${count(taken)} at ${count(rate)}/s`,
      inMs(percentile(latencies, 0.5)),
      inMs(p95),
      String(missing),
      name === 'Steward'
        ? met(`${aims.rate}/s, p95 < ${aims.heard} ms`, rate >= aims.rate * 0.95 && p95 < aims.heard && missing === 0)
        : '',
    ]);
  }
  const [ours = 0, theirs = 1] = p95s;
  return {
    name: 'inbox',
    title: 'Texts that come in',
    how:
      `Signed calls of the carrier from strangers, ${aims.rate} a second if the product takes so many, each until the open inbox of an administrator hears the text by its cable. ` +
      `The limit: a route that stores the call and tells a listening connection. One process holds the carrier and the inbox. Steward’s p95 is ${(ours / theirs).toFixed(1)} times the limit’s.`,
    columns: ['Side', 'Texts', 'p50', 'p95', 'Not heard within 60 s', 'Aim'],
    rows,
  };
}

let strangers = 0;

/** Posts at an even pace, and waits for all to be heard, at most a minute. */
async function flood(side: Side, heard: Heard, seconds: number) {
  const total = aims.rate * seconds;
  const sent = new Map<string, number>();
  const answers: Promise<void>[] = [];
  const began = performance.now();
  for (let at = 0; at < total; at++) {
    const ahead = (at * 1000) / aims.rate - (performance.now() - began);
    if (ahead > 2) await pause(ahead);
    const from = String(2_200_000_000 + ++strangers);
    sent.set(from, performance.now());
    answers.push(side.post(from));
  }
  await Promise.all(answers);
  const rate = (total * 1000) / (performance.now() - began);
  const end = performance.now() + 60_000;
  while (heard.size < sent.size && performance.now() < end) await pause(50);
  const latencies = [...sent].flatMap(([from, at]) => (heard.has(from) ? (heard.get(from) ?? 0) - at : []));
  return { taken: total, rate, latencies, missing: sent.size - latencies.length };
}

const posting = (agent: Agent, url: string, headers: Record<string, string>, body: string) =>
  new Promise<void>((resolve, reject) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { agent, method: 'POST', headers: { ...type, ...headers } }, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode === 204 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`))));
    });
    sent.on('error', reject);
    sent.end(body);
  });

let last = 0;
const formOf = (from: string, line: string) =>
  new URLSearchParams({
    MessageSid: `SM${String(Date.now())}${String(++last).padStart(10, '0')}`,
    SmsStatus: 'received',
    From: `+1${from}`,
    To: `+1${line}`,
    Body: 'Hello, can you call me about my plan?',
    NumMedia: '0',
  });

async function ourSide(product: Product, { id, line }: Company, caller: Caller, heard: Heard): Promise<Side> {
  const { platform, log } = product;
  const ctx = { platform, clock: platform.clock, log, actor: systemActor(id) };
  const { token } = await inTenant(ctx, (tx) => getLine(tx, 'texts'));
  const signed = urlOf(platform.config, 'texts', token);
  const socket = new WebSocket(`ws://127.0.0.1:${product.port}/cable`, 'actioncable-v1-json', { headers: caller.headers });
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      const { type, message } = JSON.parse(data.toString());
      if (type === 'welcome')
        socket.send(JSON.stringify({ command: 'subscribe', identifier: JSON.stringify({ channel: 'UpdatesChannel' }) }));
      if (type === 'confirm_subscription') resolve();
      if (message?.event === 'text.received') heard.set(message.phone, performance.now());
    });
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  return {
    async post(from) {
      const form = formOf(from, line);
      const signature = platform.telephony?.sandbox?.sign(signed, form) ?? '';
      await posting(
        agent,
        `http://127.0.0.1:${product.port}/v1/webhooks/texts/${token}`,
        { 'x-twilio-signature': signature },
        form.toString(),
      );
    },
    async close() {
      socket.terminate();
      agent.destroy();
    },
  };
}

async function bareSide(product: Product, admin: Client, heard: Heard): Promise<Side> {
  await admin.query('create table if not exists bench_hooks (id bigint generated always as identity primary key, body text)');
  const child = fork(fileURLToPath(new URL('./bareHooks.ts', import.meta.url)), [product.adminUrl]);
  const [{ port }] = await once(child, 'message');
  const listener = new Client({ connectionString: product.adminUrl });
  await listener.connect();
  listener.on('notification', ({ payload = '' }) => heard.set(payload.slice(2), performance.now()));
  await listener.query('listen bench_hooks');
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  return {
    post: (from) => posting(agent, `http://127.0.0.1:${port}/hook`, {}, formOf(from, '3055550100').toString()),
    async close() {
      await end(child);
      await listener.end();
      agent.destroy();
      await admin.query('drop table bench_hooks');
    },
  };
}
