// Numbers are passed on, given up, paid for each month, and given back to the carrier.
import { sql } from 'kysely';
import { sendToUser } from '#areas/company/mail/mail.service.ts';
import { lookSoon } from '#areas/messaging/registrations/registrations.service.ts';
import { chargeUsage } from '#areas/money/wallet/wallet.service.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { quarantineDays } from '#contract/phoneNumberLists.ts';
import type { PhoneNumber } from '#contract/phoneNumbers.ts';
import { audit } from '#kernel/audit.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { Failure, fail, wrong } from '#kernel/errors.ts';
import { listWith } from '#kernel/features.ts';
import type { JobRun } from '#kernel/jobs/tasks.ts';
import { getSetting } from '#kernel/settings.ts';
import { TelephonyRefused } from '#kernel/telephony/telephony.ts';
import { phoneNumberJobs } from './phoneNumbers.jobs.ts';
import { unpaidDays } from './phoneNumbers.officeSettings.ts';
import { getNumber, lockNumber, tellNumbers } from './phoneNumbers.queries.ts';

const dayMs = 86_400_000;

interface Chosen {
  default_sender?: boolean | undefined;
  dialer?: boolean | undefined;
}

export async function assignNumber(tx: Tx, id: number, user_id: number | null): Promise<PhoneNumber> {
  const number = await lockNumber(tx, id);
  if (number.state !== 'active') throw fail('numbers.given_up');
  if (user_id !== null) await mustBeActive(tx, user_id);
  const payer_id = user_id ?? tx.actor.userId;
  await sql`
    update phone_numbers set user_id = ${user_id}::bigint, payer_id = ${payer_id}, is_default = false, is_dialer = false
    where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  const [before, after] = [{ user_id: number.owner?.id ?? null }, { user_id }];
  await audit(tx, { action: 'numbers.assigned', of: { type: 'phone_number', id }, before, after });
  tellNumbers(
    tx,
    [number.owner?.id, user_id].filter((one) => typeof one === 'number'),
  );
  return getNumber(tx, id);
}

async function mustBeActive(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql`
    select from users where company_id = ${tx.companyId} and id = ${id} and active for share`.execute(tx.db);
  if (rows.length === 0) throw wrong('user_id', 'Choose an active user');
}

/** Of the signed-in user's own numbers one is for new texts, and one for calls. */
export async function chooseNumber(tx: Tx, id: number, { default_sender, dialer }: Chosen): Promise<PhoneNumber> {
  const number = await lockNumber(tx, id);
  if (number.owner?.id !== tx.actor.userId) throw fail('not_found');
  if (number.state !== 'active') throw fail('numbers.given_up');
  await sql`
    update phone_numbers set is_default = is_default and not ${default_sender === true}, is_dialer = is_dialer and not ${dialer === true}
    where company_id = ${tx.companyId} and user_id = ${tx.actor.userId} and id <> ${id} and (is_default or is_dialer)`.execute(
    tx.db,
  );
  await sql`
    update phone_numbers set is_default = ${default_sender ?? number.default_sender}, is_dialer = ${dialer ?? number.dialer}
    where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  tellNumbers(tx, [tx.actor.userId]);
  tx.tell({ event: 'me.changed' }, { to: [tx.actor.userId] });
  return getNumber(tx, id);
}

/** `own`: only a number of the signed-in user. */
export async function giveUpNumber(tx: Tx, id: number, { own = false } = {}): Promise<PhoneNumber> {
  const number = await lockNumber(tx, id);
  if (own && number.owner?.id !== tx.actor.userId) throw fail('not_found');
  if (number.state !== 'active') throw fail('numbers.given_up');
  await quarantine(tx, id);
  await audit(tx, {
    action: 'numbers.given_up',
    of: { type: 'phone_number', id },
    before: { phone_number: number.phone_number },
  });
  tellNumbers(tx, number.owner ? [number.owner.id] : []);
  return getNumber(tx, id);
}

const quarantine = (tx: Tx, id: number) =>
  sql`
    update phone_numbers set state = 'quarantined', quarantined_at = ${tx.clock()}, is_default = false, is_dialer = false,
      release_at = ${new Date(tx.clock().getTime() + quarantineDays * dayMs)}
    where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);

export async function keepNumber(tx: Tx, id: number): Promise<PhoneNumber> {
  const number = await lockNumber(tx, id);
  // From then on the carrier may have it back already.
  const isOver = number.release_at !== null && Date.parse(number.release_at) <= tx.clock().getTime();
  if (number.state !== 'quarantined' || isOver) throw fail('numbers.not_given_up');
  await sql`
    update phone_numbers set state = 'active', quarantined_at = null, release_at = null, unpaid_since = null
    where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  await lookSoon(tx);
  await audit(tx, { action: 'numbers.kept', of: { type: 'phone_number', id }, after: { phone_number: number.phone_number } });
  tellNumbers(tx, number.owner ? [number.owner.id] : []);
  return getNumber(tx, id);
}

/** The job of each night. Every number is a transaction of its own. */
export async function keepNumbers(ctx: WorkCtx, run: JobRun): Promise<void> {
  await inTenant(ctx, passOn);
  for (const id of await listDue(ctx, sql`state = 'active' and rent_due_at <= ${ctx.clock()}`)) {
    run.signal.throwIfAborted();
    await inTenant(ctx, (tx) => chargeRent(tx, id));
  }
  const { telephony } = ctx.platform;
  if (!telephony) return;
  for (const id of await listDue(ctx, sql`state = 'quarantined' and release_at <= ${ctx.clock()}`)) {
    run.signal.throwIfAborted();
    const { rows } = await inTenant(ctx, (tx) =>
      sql<{ provider_id: string }>`
        select provider_id from phone_numbers where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db),
    );
    try {
      if (rows[0]) await telephony.releaseNumber(rows[0].provider_id); // safe to repeat
    } catch (error) {
      if (!(error instanceof TelephonyRefused)) throw error;
      ctx.log.error({ code: error.code, number: id }, 'the carrier does not take a number back');
      continue;
    }
    await inTenant(ctx, (tx) => markReleased(tx, id));
  }
}

async function listDue(ctx: WorkCtx, condition: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await inTenant(ctx, (tx) =>
    sql<{ id: number }>`
      select id from phone_numbers where company_id = ${tx.companyId} and ${condition} order by id limit 10000`.execute(tx.db),
  );
  return rows.map(({ id }) => id);
}

/** Numbers of people who left without a successor are the company's; an administrator pays for them. */
const passOn = (tx: Tx) =>
  sql`
    update phone_numbers n set is_default = n.is_default and o.active, is_dialer = n.is_dialer and o.active, user_id = case when o.active then n.user_id end,
      payer_id = case when p.active then n.payer_id else a.id end
    from users p, (select u.id from users u where u.company_id = ${tx.companyId} and u.role = 'admin' and u.active order by u.id limit 1) a,
      users o
    where n.company_id = ${tx.companyId} and p.company_id = ${tx.companyId} and p.id = n.payer_id
      and o.company_id = ${tx.companyId} and o.id = coalesce(n.user_id, n.payer_id) and not (o.active and p.active)
    returning n.id`.execute(tx.db);

async function chargeRent(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{
    number: string;
    payer_id: number;
    rent_due_at: string;
    next_due_at: string;
    unpaid_since: string | null;
    state: string;
  }>`
    select number, coalesce(user_id, payer_id) as payer_id, rent_due_at, rent_due_at + interval '1 month' as next_due_at, unpaid_since, state from phone_numbers
    where company_id = ${tx.companyId} and id = ${id} for update`.execute(tx.db);
  const [row] = rows;
  if (row?.state !== 'active' || Date.parse(row.rent_due_at) > tx.clock().getTime()) return;
  const paysByWallet = (await listWith(tx, 'wallet', [row.payer_id])).has(row.payer_id);
  if (!paysByWallet || (await pay(tx, id, row))) {
    await sql`
      update phone_numbers set rent_due_at = ${row.next_due_at}, unpaid_since = null
      where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
    return;
  }
  const since = row.unpaid_since ?? tx.clock().toISOString();
  const keptUntil = Date.parse(since) + (await getSetting(tx, unpaidDays)) * dayMs;
  if (keptUntil <= tx.clock().getTime()) await quarantine(tx, id);
  else
    await sql`update phone_numbers set unpaid_since = ${since} where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  if (row.unpaid_since === null || keptUntil <= tx.clock().getTime()) tx.enqueue(phoneNumberJobs.mailUnpaid, { id });
  tellNumbers(tx, [row.payer_id]);
}

/** False where the wallet does not cover it. */
async function pay(tx: Tx, id: number, row: { number: string; payer_id: number; rent_due_at: string }): Promise<boolean> {
  const month = row.rent_due_at.slice(0, 10);
  try {
    await chargeUsage(tx, {
      userId: row.payer_id,
      usageType: 'phone_number',
      quantity: 1,
      key: `number_rent:${id}:${month}`,
      note: `${formatPhone(row.number)}, month from ${month}`,
    });
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'wallet.insufficient_funds') return false;
    throw error;
  }
}

async function markReleased(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    update phone_numbers set state = 'released', released_at = ${tx.clock()}
    where company_id = ${tx.companyId} and id = ${id} and state = 'quarantined' returning number`.execute(tx.db);
  for (const { number } of rows)
    await sql`delete from called_numbers where company_id = ${tx.companyId} and number = ${number}`.execute(tx.db);
  tellNumbers(tx, []);
}

export async function mailUnpaid(ctx: WorkCtx, { id }: { id: number }): Promise<void> {
  const { number, days } = await inTenant(ctx, async (tx) => ({
    number: await getNumber(tx, id),
    days: await getSetting(tx, unpaidDays),
  }));
  const called = formatPhone(number.phone_number);
  const lost = number.state !== 'active';
  await sendToUser(ctx, (number.owner ?? number.payer).id, {
    subject: lost ? `${called} was given up` : `The rent of ${called} is not paid`,
    heading: lost ? 'Your phone number was given up' : 'Your wallet does not cover the rent of a number',
    paragraphs: lost
      ? [
          `The rent of ${called} was not paid for ${days} days. Answers still arrive for ${quarantineDays} days. Ask an administrator to keep it.`,
        ]
      : [
          `We could not charge this month’s rent of ${called}. Top up your wallet within ${days} days, or the number is given up.`,
        ],
    action: { label: 'Open the wallet', path: '/wallet' },
    because: 'you pay for this number.',
  });
}
