// The demo's carrier calls our webhook: with what handsets wrote, and with what became of our texts. Signed
// as the real one, and as unreliable: some reports come twice or in the wrong order, some never.
import { sql } from 'kysely';
import { callAsCarrier } from '#areas/messaging/webhooks/webhooks.service.ts';
import type { WorkCtx } from '#kernel/context.ts';
import type { Pump } from '#kernel/jobs/pump.ts';
import type { TextCall, TextReport } from '#kernel/telephony/telephony.ts';
import { sandboxJobs } from './sandbox.jobs.ts';

/** The token of the webhook is the end of its address. */
const companyOf = sql`(select l.company_id from hook_lines l where l.token_hash = sha256(convert_to(substring(t.report from '[^/]+$'), 'UTF8')))`;

export const carrierPump: Pump = {
  name: 'sandbox.calls',
  async listDue(db, now, limit) {
    const { rows } = await sql<{ company_id: number | null }>`
      select distinct ${companyOf} as company_id from sandbox_texts t where t.call_due_at <= ${now} limit ${limit}`.execute(db);
    return rows.flatMap(({ company_id }) => company_id ?? []);
  },
  async turn(tx) {
    tx.enqueue(sandboxJobs.carry, {}, { key: 'sandbox.carry' });
    return 0;
  },
};

/** Everything that is due, of all companies: the job of any of them does it. */
export async function carryCalls(ctx: WorkCtx): Promise<void> {
  const { db, clock, config } = ctx.platform;
  if (!config.demo) return;
  const { rows } = await sql<{ id: number }>`
    select id from sandbox_texts where call_due_at <= ${clock()} order by call_due_at, id limit 200`.execute(db);
  for (const { id } of rows) await carryCall(ctx, id);
}

/** Milliseconds until the next report. */
const nextMs = 1_500;

/** One call about one text; what comes next is written down before, so a crash repeats none for ever. */
export async function carryCall(ctx: Pick<WorkCtx, 'platform' | 'clock' | 'log'>, id: number): Promise<void> {
  const { rows } = await sql<Due>`
    with due as (select id from sandbox_texts where id = ${id} and call_due_at is not null for update skip locked)
    update sandbox_texts t set calls_made = calls_made + 1, call_due_at = null from due where t.id = due.id
    returning t.id, t.sid, t.sender, t.recipient, t.body, t.report, t.error_code, t.picture is not null as has_picture, t.calls_made,
      exists (select from sandbox_numbers n where n.number = t.recipient and n.sms_url = t.report) as inbound`.execute(
    ctx.platform.db,
  );
  const [due] = rows;
  if (!due?.report) return;
  const token = due.report.split('/').at(-1) ?? '';
  const { call, more } = due.inbound ? { call: arrivalOf(ctx, due), more: false } : reportOf(due);
  if (more)
    await sql`update sandbox_texts set call_due_at = ${new Date(ctx.clock().getTime() + nextMs)} where id = ${id}`.execute(
      ctx.platform.db,
    );
  await callAsCarrier(ctx, token, call).catch((err: unknown) => ctx.log.warn({ err }, 'the webhook refused the demo’s carrier'));
}

interface Due {
  id: number;
  sid: string;
  sender: string;
  recipient: string;
  body: string;
  report: string | null;
  error_code: number | null;
  has_picture: boolean;
  calls_made: number;
  inbound: boolean;
}

const arrivalOf = ({ platform }: Pick<WorkCtx, 'platform'>, { id, sid, sender, recipient, body, has_picture }: Due): TextCall => {
  const media = has_picture ? [platform.telephony?.sandbox?.mediaAddress(sid, id) ?? ''] : [];
  return { kind: 'received', text: { id: sid, from: sender, to: recipient, body, media, isAnswered: false } };
};

/**
 * Each text has its own order by its place: one in three is told twice, one in four ends before it was sent.
 */
function reportOf({ id, sid, error_code, calls_made }: Due): { call: TextCall; more: boolean } {
  const end = error_code === null ? 'delivered' : 'undelivered';
  const order: TextReport['status'][] = id % 4 === 3 ? [end, 'sent'] : id % 3 === 2 ? ['sent', end, end] : ['sent', end];
  const status = order[calls_made - 1] ?? end;
  const code = status === 'undelivered' ? String(error_code) : null;
  return { call: { kind: 'report', report: { id: sid, status, code, means: null } }, more: calls_made < order.length };
}
