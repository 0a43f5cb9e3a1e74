// One thing that happened, in plain words.
import { Anchor } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  type Icon,
  IconArrowBackUp,
  IconArrowRight,
  IconEye,
  IconFileImport,
  IconNote,
  IconPencil,
  IconPhone,
  IconPlus,
  IconTag,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMe } from '#app/session.ts';
import type { TimelineEntry } from '#contract/contactHistory.ts';
import { momentIn, timeIn } from '#ui/moments.ts';
import classes from './ContactTimeline.module.css';
import { tell } from './contacts.history.ts';

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
  opened: IconEye,
};

/** More changes than these at once are shown when asked for. */
const few = 6;

export function ContactTimelineEntry({ entry, names }: { entry: TimelineEntry; names: Record<string, string> }) {
  const { timezone } = useMe();
  const [all, { open: showAll }] = useDisclosure(false);
  const { summary, lines } = tell(entry, names);
  const happened = earlierMoment(entry);
  const Picture = icons[entry.action] ?? IconPencil;
  return (
    <li className={classes.entry}>
      <span className={classes.icon} aria-hidden>
        <Picture size="0.9rem" stroke={1.6} />
      </span>
      <div className={classes.told}>
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
        {entry.note && <div className={classes.note}>{entry.note.body}</div>}
        {entry.action === 'noted' && !entry.note && <div className={classes.line}>It has been removed since.</div>}
      </div>
      <time className={`${classes.time} figures`} dateTime={entry.at} title={momentIn(timezone, entry.at)}>
        {timeIn(timezone, entry.at)}
      </time>
    </li>
  );
}

const actorOf = ({ actor, impersonator }: TimelineEntry) =>
  impersonator ? `${impersonator.name}, acting as ${actor?.name},` : (actor?.name ?? 'Steward');

/** When an activity was, where it was logged later than a minute after. */
function earlierMoment({ at, changes }: TimelineEntry): string | undefined {
  const happened = changes.find(({ field }) => field === 'activity_at')?.after;
  return typeof happened === 'string' && Date.parse(at) - Date.parse(happened) > 60_000 ? happened : undefined;
}
