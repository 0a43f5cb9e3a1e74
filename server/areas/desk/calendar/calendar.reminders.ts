// Reminders of events, by the pump: a notice on the owner's screens and a mail, once. Marking it and asking for both is one transaction.

import { sql } from 'kysely';
import type { z } from 'zod';
import { momentOf as momentForMail, sendToUser } from '#areas/company/mail/mail.service.ts';
import { zoneOfUser } from '#areas/identity/users/users.service.ts';
import type { EventType } from '#contract/eventTypes.ts';
import type { Tx, WorkCtx } from '#kernel/context.ts';
import type { Pump } from '#kernel/jobs/pump.ts';
import { calendarJobs } from './calendar.jobs.ts';
import { longestAfter, reminderGrace } from './calendar.occurrences.ts';
import { usDay } from './calendar.times.ts';

export const reminderPump: Pump = {
  name: 'calendar.reminders',
  async listDue(db, now, limit) {
    const { rows } = await sql<{ company_id: number }>`
      select r.company_id from event_reminders r where r.sent_at is null and r.due_at <= ${now.toISOString()}
      group by r.company_id limit ${limit}`.execute(db);
    return rows.map(({ company_id }) => company_id);
  },
  turn: remind,
};

interface Due {
  id: number;
  occurrence: string | null;
  starts_at: string;
  minutes: number;
  title: string;
  private: boolean;
  type: string;
  all_day: boolean;
  owner_id: number;
  active: boolean;
}

/** One that is too late is marked too, and says nothing. */
async function remind(tx: Tx, limit: number): Promise<number> {
  const now = tx.clock();
  const { rows } = await sql<Due>`
    with due as (
      select r.event_id, r.starts_at, r.minutes from event_reminders r
      where r.company_id = ${tx.companyId} and r.sent_at is null and r.due_at <= ${now.toISOString()}
      order by r.due_at limit ${limit} for update skip locked
    ), sent as (
      update event_reminders r set sent_at = ${now.toISOString()} from due d
      where r.company_id = ${tx.companyId} and r.event_id = d.event_id and r.starts_at = d.starts_at and r.minutes = d.minutes
      returning r.event_id, r.original, r.starts_at, r.minutes
    )
    select coalesce(e.series_id, e.id) as id, nullif(t.original, '') as occurrence, t.starts_at, t.minutes, coalesce(x.title, e.title) as title, coalesce(x.private, e.private) as private,
      coalesce(x.type, e.type) as type, case when x.id is null then e.timezone is null else x.timezone is null end as all_day, e.owner_id, u.active
    from sent t join events e on e.company_id = ${tx.companyId} and e.id = t.event_id
    left join events x on x.company_id = ${tx.companyId} and x.series_id = e.id and x.original = t.original
    join users u on u.company_id = ${tx.companyId} and u.id = e.owner_id`.execute(tx.db);
  for (const { id, occurrence, starts_at, minutes, private: hidden, title, type, all_day, owner_id, active } of rows) {
    const start = Date.parse(starts_at);
    if (!active || now.getTime() > Math.max(start, start - minutes * 60_000) + reminderGrace) continue;
    const moment = all_day ? null : starts_at;
    // A user who acts as the owner hears it, too.
    const shown = hidden ? 'Private event' : title;
    tx.tell({ event: 'calendar.reminder', id, occurrence, title: shown, starts_at: moment, minutes }, { to: [owner_id] });
    tx.enqueue(
      calendarJobs.remind,
      { user_id: owner_id, type, starts_at: moment, day: occurrence ?? starts_at },
      { as: owner_id },
    );
  }
  return rows.length;
}

/**
 * The reminders of all-day events count from midnight in their owner's zone: call it after that changed. Sent
 * ones stay sent; a reminder that is late in the new zone comes until the event begins.
 */
export async function replanReminders(tx: Tx, userId: number): Promise<void> {
  const zone = await zoneOfUser(tx, userId);
  await sql`
    update event_reminders r set starts_at = n.start, due_at = n.start - make_interval(mins => r.minutes)
    from (
      select w.event_id, w.starts_at, w.minutes, (o.starts_at at time zone 'UTC') at time zone ${zone} as start
      from event_occurrences o
      join events e on e.company_id = ${tx.companyId} and e.id = o.event_id
      join event_reminders w on w.company_id = ${tx.companyId} and w.event_id = coalesce(e.series_id, e.id) and w.original = o.original
      where o.company_id = ${tx.companyId} and o.owner_id = ${userId} and o.all_day and w.sent_at is null
        and o.starts_at > ${new Date(tx.clock().getTime() - longestAfter).toISOString()}
    ) n
    where r.company_id = ${tx.companyId} and r.event_id = n.event_id and r.starts_at = n.starts_at and r.minutes = n.minutes and not exists (
      select from event_reminders s
      where s.company_id = ${tx.companyId} and s.event_id = n.event_id and s.starts_at = n.start and s.minutes = n.minutes)`.execute(
    tx.db,
  );
}

const words: Record<EventType, string> = {
  appointment: 'appointment',
  call: 'call',
  meeting: 'meeting',
  follow_up: 'follow-up',
  renewal: 'renewal',
  birthday: 'birthday',
  training: 'training',
  personal: 'event',
  other: 'event',
};

/** Says neither the title nor the contact: mail is no place for them. */
export async function mailReminder(
  ctx: WorkCtx,
  { user_id, type, starts_at, day }: z.output<typeof calendarJobs.remind.payload>,
): Promise<void> {
  const what = words[type as EventType] ?? 'event';
  const when = starts_at === null ? usDay(day) : await momentForMail(ctx, user_id, starts_at);
  await sendToUser(ctx, user_id, {
    subject: `Reminder: ${what}, ${when}`,
    heading: `Your ${what}: ${when}`,
    paragraphs: [`You have asked to be reminded of this ${what} in your calendar.`],
    action: { label: 'Open the calendar', path: '/calendar' },
    because: 'the event in your calendar has a reminder.',
  });
}
