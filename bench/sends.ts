// A mailing, or texts, to a quarter of the large company's contacts: each gets its message past the gate, is
// written and handed to the mail server or the carrier of the demo (`npm run bench -- sends texts`).
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { textHook } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { getLine, urlOf } from '#areas/messaging/webhooks/webhooks.service.ts';
import { createEmail } from '#contract/emails.ts';
import { sendTextGroup } from '#contract/groupTexts.ts';
import { getSend, mailGroup, type Send } from '#contract/sends.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant } from '#kernel/context.ts';
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
/** Toll-free ones: each has a rate of its own. */
const numbers = 2_500;
const words = 'Hello {{first_name|there}}, a year has gone by. Shall we look at your plan together?';
const chosen = (select_n: number) => ({ all: true, contacts_scope: { select_n }, purpose: 'service' as const });

/** One channel. */
interface Channel {
  /** The bench's. */
  name: string;
  title: string;
  /** Opens what keeps messages for later: this measures the machine, not a service's limits. */
  open(admin: Client, company: LargeCompany, product: Product): Promise<unknown>;
  ask(caller: Caller, number: number): Promise<{ id: number }>;
  how: string;
}

const mails: Channel = {
  name: 'sends',
  title: 'A mailing',
  open: openMails,
  async ask(caller, number) {
    const content = [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: words }] }];
    const email = { name: 'Bench', subject: 'For {{first_name|you}}', doc: { type: 'doc' as const, content } };
    const { id } = await caller.call(createEmail, { body: email });
    return caller.call(mailGroup, { body: { ...chosen(number), email_id: id } });
  },
  how: 'Paces are set so high that none waits for its minute.',
};

const texts: Channel = {
  name: 'texts',
  title: 'Texts',
  open: openTexts,
  ask: (caller, number) => caller.call(sendTextGroup, { body: { ...chosen(number), message_content: words } }),
  how: `They leave from ${count(numbers)} toll-free numbers by turns at any hour, so that neither the carriers’ rates nor the night hold them back; the carrier is the demo’s, which keeps each in the same database and reports its delivery.`,
};

export const benchSends = (product: Product, size: Size) => benchChannel(product, size, mails);
export const benchTexts = (product: Product, size: Size) => benchChannel(product, size, texts);

async function benchChannel(product: Product, size: Size, channel: Channel): Promise<Section> {
  const company = await largeCompany(product, size.contacts);
  const number = Math.max(fewest, size.contacts === 1_000_000 ? 250_000 : fewest);
  const caller = await signIn(product.port, people.admin);
  const admin = new Client({ connectionString: product.adminUrl });
  admin.on('error', () => {});
  await admin.connect();
  await channel.open(admin, company, product);
  const memory = watchMemory(product.processes.worker);
  let done: Done | undefined;
  const list = await listWhile(product, company, 'List meanwhile', aims.list, async () => {
    done = await sendTo(caller, channel, number);
  });
  const { before, most } = memory.stop();
  if (!done) throw new Error('nothing was sent');
  const { send, preparedMs, ms } = done;
  const handed = send.counts.sent + send.counts.blocked + send.counts.failed + send.counts.unknown;
  const bare = await bareRate(admin, company, send);
  const [rate, prepared] = [(handed / ms) * 1000, (send.counts.total / preparedMs) * 1000];
  const growth = most - before;
  const rows = [
    [`Given their messages, past the gate: ${count(send.counts.total)}`, `${count(prepared)} rows/s`, `${count(bare)} rows/s`, (prepared / bare).toFixed(2), ''],
    [
      `Prepared, written and handed over: ${count(send.counts.sent)} sent, ${count(send.counts.blocked)} blocked, ${count(send.counts.failed)} failed, ${count(send.counts.queued)} left, ${inSeconds(ms)}`,
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
    name: channel.name,
    title: `${channel.title} to ${count(number)} of ${count(size.contacts)} contacts`,
    how:
      `From the answer of the call until no message waits, or for ${inSeconds(maxMs)} at most. ${channel.how} The limit is one insert of the very same rows into the same ` +
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

async function sendTo(caller: Caller, { ask }: Channel, number: number): Promise<Done> {
  let preparedMs = 0;
  const { ms, answer } = await timed(async () => {
    const began = performance.now();
    const { id } = await ask(caller, number);
    for (;;) {
      const send = await caller.call(getSend, { params: { id } });
      const past = performance.now() - began;
      if (send.status === 'failed') throw new Error(`it failed: ${send.failure}`);
      if (send.status !== 'preparing' && preparedMs === 0) preparedMs = past;
      if (send.status === 'done' || past > maxMs) return send;
      await pause(200);
    }
  });
  return { send: answer, preparedMs: preparedMs || ms, ms };
}

function openMails(admin: Client, { companyId }: LargeCompany) {
  return admin.query(
    `insert into settings (company_id, name, value) select $1, name, '1000000' from unnest(array['sends.per_minute', 'sends.gmail_per_minute',
       'sends.yahoo_per_minute', 'sends.microsoft_per_minute', 'sends.domain_per_minute']) name
     on conflict (company_id, name) do update set value = excluded.value`,
    [companyId],
  );
}

/** Registered, from many numbers of which none ends in what the demo's carrier refuses, and at any hour. */
async function openTexts(admin: Client, { companyId, userIds }: LargeCompany, { platform, log }: Product) {
  const operator = userIds.get(people.admin) ?? 0;
  const ctx = { platform, clock: platform.clock, log, actor: systemActor(companyId) };
  const { token } = await inTenant(ctx, (tx) => getLine(tx, textHook));
  await admin.query(
    `insert into text_registrations (company_id, state, trust_score, approved_at) values ($1, 'approved', 99, now()) on conflict do nothing`,
    [companyId],
  );
  await admin.query(
    `insert into contact_rules (company_id, kind, state, channels, title, replaces, waived, effective_from, created_by)
     select $1, kind, state, channels, 'Bench', id, true, '2020-01-01', $2 from law_rules where kind = 'hours' and 'text' = any(channels)`,
    [companyId, operator],
  );
  await admin.query(
    `insert into phone_numbers (company_id, number, payer_id, provider_id, registration, bought_at, rent_due_at)
     select $1, '833555' || (2000 + n), $2, 'PNbench' || n, 'none', now(), now() + interval '1 month' from generate_series(1, $3::int) n`,
    [companyId, operator, numbers],
  );
  await admin.query(
    `insert into sandbox_numbers (number, sid, sms_url, owner)
     select '833555' || (2000 + n), 'PNbench' || n, $1, 'bench' from generate_series(1, $2::int) n`,
    [urlOf(platform.config, textHook, token), numbers],
  );
  // The demo's carrier is too busy for these for ever.
  await admin.query(`update contacts set phones = '[]' where company_id = $1 and phone like '%0429'`, [companyId]);
}

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
