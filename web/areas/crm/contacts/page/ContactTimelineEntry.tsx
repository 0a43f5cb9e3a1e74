// An event of the timeline, in plain words.
import { Anchor } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  type Icon,
  IconArrowBackUp,
  IconArrowMerge,
  IconArrowRight,
  IconEye,
  IconFileImport,
  IconNote,
  IconPencil,
  IconPhone,
  IconPin,
  IconPlus,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { productName, useMe } from '#app/session.ts';
import type { TimelineEntry as Entry } from '#contract/contactHistory.ts';
import type { Contact } from '#contract/contacts.ts';
import { later } from '#ui/later.ts';
import { momentIn } from '#ui/moments.ts';
import { RichText } from '#ui/RichText.tsx';
import { TimelineEntry } from '#ui/Timeline.tsx';
import { askNextStep } from '#web/areas/desk/tasks/tasks.ask.ts';
import classes from './ContactTimeline.module.css';
import { tell } from './contacts.history.ts';
import { tellers } from './contacts.tellers.ts';

const ContactRestoreDialog = later(() => import('./ContactRestoreDialog.tsx').then((module) => module.ContactRestoreDialog));

const icons: Record<string, Icon> = {
  created: IconPlus,
  imported: IconFileImport,
  tagged: IconTag,
  assigned: IconArrowRight,
  activity: IconPhone,
  activity_undone: IconArrowBackUp,
  noted: IconNote,
  note_edited: IconNote,
  note_deleted: IconNote,
  note_pinned: IconPin,
  note_unpinned: IconPin,
  deleted: IconTrash,
  restored: IconArrowBackUp,
  undone: IconArrowBackUp,
  merged: IconArrowMerge,
  unmerged: IconArrowBackUp,
  opened: IconEye,
};

interface Props {
  contact: Contact;
  entry: Entry;
  names: Record<string, string>;
  /** Every change and nothing to press, as it is printed. */
  whole?: boolean;
}

/** A next step can follow from these. */
const followed = new Set(['activity', 'noted']);

/** Further changes are shown on request. */
const few = 6;

export function ContactTimelineEntry({ contact, entry, names, whole = false }: Props) {
  const [restoring, { open: startRestore, close: endRestore }] = useDisclosure(false);
  const { timezone, can } = useMe();
  const [all, { open: showAll }] = useDisclosure(whole);
  const { summary, lines, mail } = tell(entry, names);
  const happened = earlierMoment(entry);
  return (
    <TimelineEntry
      icon={tellers.get(entry.kind)?.icon ?? icons[entry.action] ?? IconPencil}
      at={entry.at}
      timezone={timezone}
      note={entry.note?.doc ? <RichText doc={entry.note.doc} /> : entry.note?.body}
    >
      <div>
        <span className={classes.actor}>{actorOf(entry)}</span> {summary}
        {happened && ` on ${momentIn(timezone, happened)}`}
        {entry.import_id !== null && (
          <>
            {' '}
            <Link to="/imports/$id" params={{ id: String(entry.import_id) }}>
              from a file
            </Link>
          </>
        )}
      </div>
      {(all ? lines : lines.slice(0, few)).map((text) => (
        <div key={text} className={classes.line}>
          {text}
        </div>
      ))}
      {!all && lines.length > few && (
        <Anchor component="button" type="button" onClick={showAll}>
          and {lines.length - few} more
        </Anchor>
      )}
      {!whole && mail !== undefined && can['messages.send'] && (
        <Anchor
          className={classes.restore ?? ''}
          renderRoot={(props) => <Link to="/mails/$id" params={{ id: String(mail) }} {...props} />}
        >
          Read the mail
        </Anchor>
      )}
      {!whole && contact.can.update && !entry.merge?.can_undo && entry.changes.some(({ restorable }) => restorable) && (
        <Anchor component="button" type="button" className={classes.restore ?? ''} onClick={startRestore}>
          Restore earlier value
        </Anchor>
      )}
      {!whole && contact.can.update && followed.has(entry.action) && (
        <Anchor component="button" type="button" className={classes.restore ?? ''} onClick={() => askNextStep(contact)}>
          Set the next step
        </Anchor>
      )}
      <Suspense>
        {restoring && <ContactRestoreDialog contact={contact} entry={entry} names={names} onClose={endRestore} />}
      </Suspense>
      {!whole && entry.merge?.can_undo && (
        <Anchor
          component="button"
          type="button"
          className={classes.unmerge ?? ''}
          onClick={() => void takeBack(entry.merge?.id ?? 0)}
        >
          Undo the merge
        </Anchor>
      )}
      {entry.action === 'noted' && !entry.note && <div className={classes.line}>It has been removed since.</div>}
    </TimelineEntry>
  );
}

const takeBack = (mergeId: number) => import('../merge/contacts.unmerge.ts').then(({ unmerge }) => unmerge(mergeId));

const actorOf = ({ actor, impersonator, api_key }: Entry) =>
  (impersonator ? `${impersonator.name}, acting as ${actor?.name},` : (actor?.name ?? productName())) +
  (api_key ? ` (with the key ${api_key.name})` : '');

/** The time of an activity that was logged more than a minute later. */
function earlierMoment({ at, changes }: Entry): string | undefined {
  const happened = changes.find(({ field }) => field === 'activity_at')?.after;
  return typeof happened === 'string' && Date.parse(at) - Date.parse(happened) > 60_000 ? happened : undefined;
}
