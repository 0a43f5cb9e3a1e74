// Reminds the user of an event, on any page. Loaded when it happens.
import { Link } from '@tanstack/react-router';
import { notice } from '#app/notices.tsx';
import type { Update } from '#contract/cable.ts';
import { spanWords } from './calendar.labels.ts';

type Reminder = Extract<Update, { event: 'calendar.reminder' }>;

export const tellReminder = ({ id, occurrence, title, starts_at, minutes }: Reminder) =>
  notice.told(
    <>
      {title}: {starts_at === null ? 'an all-day event' : minutes === 0 ? 'starts now' : `starts in ${spanWords(minutes)}`}.{' '}
      <Link to="/calendar" search={{ event: id, ...(occurrence && { at: occurrence }) }}>
        Open the event
      </Link>
    </>,
  );
