// The fields of an event in a call, as columns.
import { mustReachContact } from '#areas/crm/contacts/contacts.service.ts';
import { type ActorReach, mustKnowPeople } from '#areas/identity/users/users.service.ts';
import type { EventUpdate } from '#contract/calendar.ts';
import { eventLimits } from '#contract/eventTypes.ts';
import type { Tx } from '#kernel/context.ts';
import { wrong } from '#kernel/errors.ts';
import type { StoredEvent } from './calendar.queries.ts';
import { addDays, daysBetween, isoDay, type Local } from './calendar.times.ts';

type Input = Partial<Omit<EventUpdate, 'version' | 'scope' | 'occurrence' | 'drop_changed'>>;
export type Times = Pick<StoredEvent, 'starts' | 'ends' | 'timezone'>;
export type Content = Partial<
  Pick<StoredEvent, 'title' | 'type' | 'color' | 'place' | 'notes' | 'private' | 'busy' | 'contact_id' | 'reminders' | 'owner_id'>
>;

/** Null where the call says nothing of the times. */
export function timesOf(input: Input): Times | null {
  const { start_date, end_date = start_date, start_time = null, end_time = null, timezone = null } = input;
  if (!start_date || !end_date) {
    if (input.end_date ?? input.start_time ?? input.end_time ?? input.timezone) throw wrong('start_date', 'Enter a day');
    return null;
  }
  const [from, to] = [isoDay(start_date), isoDay(end_date)];
  const isTimed = start_time !== null || end_time !== null;
  if (isTimed && start_time === null) throw wrong('start_time', 'Enter a time');
  if (isTimed && end_time === null) throw wrong('end_time', 'Enter a time');
  if (isTimed && timezone === null) throw wrong('timezone', 'Choose a time zone');
  const times = isTimed
    ? { starts: `${from}T${start_time}`, ends: `${to}T${end_time}`, timezone: canonicalZone(timezone ?? 'UTC') }
    : { starts: from, ends: addDays(to, 1), timezone: null };
  mustFit(times);
  return times;
}

export function mustFit({ starts, ends }: { starts: Local; ends: Local }): void {
  if (ends < starts) throw wrong('end_date', 'The event ends before it starts');
  if (daysBetween(starts, ends) > eventLimits.days) throw wrong('end_date', `An event lasts ${eventLimits.days} days at most`);
}

export const canonicalZone = (zone: string) => new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;

/** Checks that the actor reaches the contact and the calendar. */
export async function contentOf(tx: Tx, input: Input, stored: StoredEvent | null, reach: ActorReach): Promise<Content> {
  const { contact_id, downline_user_id, types_list } = input;
  if (contact_id && contact_id !== stored?.contact_id) await mustReachContact(tx, contact_id);
  if (downline_user_id !== undefined && downline_user_id !== stored?.owner_id) await mustReachUser(tx, downline_user_id, reach);
  const given = {
    title: input.title,
    type: input.type ?? types_list?.[0],
    color: input.color,
    place: input.place,
    notes: input.notes,
    private: input.private,
    busy: input.busy,
    contact_id,
    reminders: input.reminders && [...input.reminders].sort((a, b) => a - b),
    owner_id: downline_user_id,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Throws where this is no active user whose calendar the actor may change. */
export async function mustReachUser(tx: Tx, id: number, reach: ActorReach): Promise<void> {
  if (!reach.company && !reach.ownerIds.includes(id)) throw wrong('downline_user_id', 'There is no such person to choose');
  await mustKnowPeople(tx, [id], 'downline_user_id');
}
