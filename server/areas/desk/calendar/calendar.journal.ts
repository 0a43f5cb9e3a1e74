// Entries of the calendar's history and of the contact's timeline, which names a private event only as such.
import { journal, tellChanged } from '#areas/crm/contacts/contacts.service.ts';
import { whoReaches } from '#areas/identity/users/users.service.ts';
import type { Tx } from '#kernel/context.ts';
import type { StoredEvent } from './calendar.queries.ts';
import { isDay, type Local, usDay } from './calendar.times.ts';

export const calendarActions = ['event_added', 'event_changed', 'event_removed'];

type Image = Omit<StoredEvent, 'id' | 'version' | 'uid' | 'series_id' | 'original' | 'excluded'>;

/** In the order in which a history shows them. */
const fields = ['title', 'type', 'starts', 'ends', 'timezone', 'rrule', 'place', 'color', 'busy', 'private', 'reminders', 'contact_id', 'owner_id'] as const; // biome-ignore format: a list

interface Change {
  id: number;
  /** Null: of the event with all its occurrences. */
  occurrence: Local | null;
  before: Image | null;
  after: Image | null;
}

/** Writes both histories and tells the screens of the users who see this calendar, or the contact. Nothing where nothing changed. */
export async function logChange(tx: Tx, { id, occurrence, before, after }: Change): Promise<void> {
  const image = after ?? before;
  if (!image) return;
  const action = before && after ? 'changed' : after ? 'created' : 'removed';
  const [was, is] = action === 'changed' ? differences(before as Image, after as Image) : [{}, {}];
  if (action === 'changed' && Object.keys(is).length === 0) return;
  await tx.db
    .insertInto('event_changes')
    .values({
      company_id: tx.companyId,
      event_id: id,
      occurrence,
      owner_id: image.owner_id,
      contact_id: image.contact_id,
      action,
      actor_id: tx.actor.userId || null,
      impersonator_id: tx.actor.impersonatorId,
      // An event that opens, or closes, keeps what it was before to its owner.
      private: [before, after].some((each) => each?.private),
      title: image.title,
      type: image.type,
      starts: occurrence ?? image.starts,
      timezone: image.timezone,
      before: JSON.stringify(was),
      after: JSON.stringify(is),
    })
    .execute();
  const contacts = new Set([before?.contact_id, after?.contact_id].flatMap((contact) => contact ?? []));
  for (const contactId of contacts) await journalOnContact(tx, contactId, before, after);
  await tellCalendars(
    tx,
    [before?.owner_id, after?.owner_id].flatMap((owner) => owner ?? []),
  );
}

async function journalOnContact(tx: Tx, contactId: number, before: Image | null, after: Image | null) {
  const [had, has] = [before?.contact_id === contactId, after?.contact_id === contactId];
  const words = (image: Image | null) =>
    image ? { event: image.private ? 'Private event' : image.title, 'event.start': shown(image.starts) } : {};
  if (has && !had) await journal(tx, { contactId, action: 'event_added', after: words(after) });
  else if (had && !has) await journal(tx, { contactId, action: 'event_removed', after: words(before) });
  else await journal(tx, { contactId, action: 'event_changed', before: words(before), after: words(after) });
  const holder = await tx.db
    .selectFrom('contacts')
    .select(['owner_id', 'pool_id'])
    .where('company_id', '=', tx.companyId)
    .where('id', '=', contactId)
    .executeTakeFirst();
  if (holder) await tellChanged(tx, contactId, holder);
}

/** The users, and those above them. */
export async function tellCalendars(tx: Tx, owners: number[]): Promise<void> {
  for (const owner_id of new Set(owners))
    tx.tell(
      { event: 'calendar.changed', owner_id },
      { to: await whoReaches(tx, [{ owner_id, pool_id: null }], 'calendar.read') },
    );
}

/** Notes are named, and not shown. */
function differences(before: Image, after: Image): [Record<string, unknown>, Record<string, unknown>] {
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  const notes = before.notes === after.notes ? {} : { notes: null };
  const of = (image: Image) => ({
    ...Object.fromEntries(
      changed.map((field) => [field, field === 'starts' || field === 'ends' ? shown(image[field]) : image[field]]),
    ),
    ...notes,
  });
  return [of(before), of(after)];
}

const shown = (local: Local) => (isDay(local) ? usDay(local) : `${usDay(local)} ${local.slice(11)}`);
