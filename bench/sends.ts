// A mailing to a quarter of the large company's contacts: each gets its message past the gate, is rendered
// and handed to the mail server of the demo (`npm run bench -- sends`).
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { createEmail } from '#contract/emails.ts';
import { getSend, mailGroup, type Send } from '#contract/sends.ts';
import { type Caller, signIn } from './caller.ts';
import { type LargeCompany, largeCompany, people } from './largeCompany.ts';
import type { Product } from './product.ts';
import { listWhile } from './scale.ts';
import { count, inSeconds, met, type Section, type Size, timed } from './support.ts';

/**
 * The rate as a share of the bare insert's; milliseconds of the list meanwhile; megabytes that the worker may
 * grow by.
 */
const aims = { rate: 0.2, list: 100, growth: 150 };
/** The whole run ends after so long: what has not left by then counts as not sent. */
const maxMs = 6 * 60_000;
const fewest = 5_000;

export async function benchSends(product: Product, size: Size): Promise<Section> {
  const company = await largeCompany(product, size.contacts);
  const number = Math.max(fewest, size.contacts === 1_000_000 ? 250_000 : fewest);
  const caller = await signIn(product.port, people.admin);
  const admin = new Client({ connectionString: product.adminUrl });
  admin.on('error', () => {});
  await admin.connect();
  await openPaces(admin, company);
  const memory = watchMemory(product.processes.worker);
  let done: Done | undefined;
  const list = await listWhile(product, company, 'List meanwhile', aims.list, async () => {
    done = await sendTo(caller, number);
  });
  const { before, most } = memory.stop();
  if (!done) throw new Error('the mailing did not run');
  const { send, preparedMs, ms } = done;
  const handed = send.counts.sent + send.counts.blocked + send.counts.failed + send.counts.unknown;
  const bare = await bareRate(admin, company, send);
  const [rate, prepared] = [(handed / ms) * 1000, (send.counts.total / preparedMs) * 1000];
  const growth = most - before;
  const rows = [
    [`Given their messages, past the gate: ${count(send.counts.total)}`, `${count(prepared)} rows/s`, `${count(bare)} rows/s`, (prepared / bare).toFixed(2), ''],
    [
      `Prepared, rendered and handed over: ${count(send.counts.sent)} sent, ${count(send.counts.blocked)} blocked, ${count(send.counts.queued)} left, ${inSeconds(ms)}`,
      `${count(rate)} rows/s`,
      `${count(bare)} rows/s`,
      (rate / bare).toFixed(2),
      met(`>= ${aims.rate}`, rate / bare >= aims.rate),
    ],
    ['Memory of the worker: before / most', `${count(before)} / ${count(most)} MB`, '', '', met(`<= ${aims.growth} MB more`, growth <= aims.growth)],
    list,
  ]; // biome-ignore format: a row a line
  caller.close();
  await admin.end();
  return {
    name: 'sends',
    title: `A mailing to ${count(number)} of ${count(size.contacts)} contacts`,
    how:
      `From the answer of the call until no message waits, or for ${inSeconds(maxMs)} at most. Paces are set so high that none waits for its minute. The limit is one insert of the very same rows into the same ` +
      'indexed table by a superuser, rolled back. Memory is the worker’s resident memory, looked at each 250 ms. The list is asked for by two people meanwhile, 20 ms after each answer.',
    columns: ['What', 'Steward', 'Limit', 'Ratio', 'Aim'],
    rows,
  };
}

interface Done {
  send: Send;
  /** Until each contact had its message. */
  preparedMs: number;
  ms: number;
}

async function sendTo(caller: Caller, number: number): Promise<Done> {
  const text = 'Hello {{first_name|there}}, a year has gone by. Shall we look at your plan together?';
  const doc = { type: 'doc' as const, content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }] };
  const template = await caller.call(createEmail, { body: { name: 'Bench', subject: 'For {{first_name|you}}', doc } });
  const body = { all: true, contacts_scope: { select_n: number }, email_id: template.id, purpose: 'service' as const };
  let preparedMs = 0;
  const { ms, answer } = await timed(async () => {
    const began = performance.now();
    const { id } = await caller.call(mailGroup, { body });
    for (;;) {
      const send = await caller.call(getSend, { params: { id } });
      const past = performance.now() - began;
      if (send.status === 'failed') throw new Error(`the mailing failed: ${send.failure}`);
      if (send.status !== 'preparing' && preparedMs === 0) preparedMs = past;
      if (send.status === 'done' || past > maxMs) return send;
      await pause(200);
    }
  });
  return { send: answer, preparedMs: preparedMs || ms, ms };
}

/** No mail waits for a place of a later minute. */
const openPaces = (admin: Client, { companyId }: LargeCompany) =>
  admin.query(
    `insert into settings (company_id, name, value) select $1, name, '1000000' from unnest(array['sends.per_minute', 'sends.gmail_per_minute',
       'sends.yahoo_per_minute', 'sends.microsoft_per_minute', 'sends.domain_per_minute']) name
     on conflict (company_id, name) do update set value = excluded.value`,
    [companyId],
  );

/** Rows a second of the same rows, once more. */
async function bareRate(admin: Client, { companyId }: LargeCompany, { id }: Send): Promise<number> {
  const { rows } = await admin.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'messages' and is_generated = 'NEVER' and is_identity = 'NO'`,
  );
  const names = rows.map(({ name }) => name);
  const columns = names.join(', ');
  const values = names.map((name) => (name === 'once_key' ? `'bench'` : name)).join(', ');
  await admin.query('begin');
  await admin.query(
    `create temp table bare on commit drop as select ${columns} from messages where company_id = ${companyId} and send_id = ${id}`,
  );
  const { ms, answer } = await timed(() => admin.query(`insert into messages (${columns}) select ${values} from bare`));
  await admin.query('rollback');
  await admin.query('vacuum messages');
  return ((answer.rowCount ?? 0) / ms) * 1000;
}

/** Megabytes of a process. */
function watchMemory(process: number) {
  const look = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  const before = look();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, look());
  }, 250);
  return {
    stop() {
      clearInterval(timer);
      return { before, most };
    },
  };
}
