// The open event: to edit, or, where the user may not, to read.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { notice } from '#app/notices.tsx';
import { queryOf } from '#app/queries.ts';
import { type CalendarEvent, getEvent } from '#contract/calendar.ts';
import { isoDay } from './calendar.labels.ts';
import { EventForm } from './EventForm.tsx';
import { EventView } from './EventView.tsx';

export function EventDrawer({ event, onClose }: { event: CalendarEvent; onClose: () => void }) {
  const day = isoDay(event.start_date);
  return event.can.update ? (
    <EventForm event={event} slot={{ day, time: null, end_day: day, end_time: null }} onClose={onClose} />
  ) : (
    <EventView event={event} onClose={onClose} />
  );
}

/** An event that a link names. */
export function LinkedEvent({ id, at, onClose }: { id: number; at: string | undefined; onClose: () => void }) {
  const query = useQuery({ ...queryOf(getEvent, { params: { id }, query: { ...(at && { occurrence: at }) } }), staleTime: 0 });
  const { data, error, isFetchedAfterMount } = query;
  useEffect(() => {
    if (!error) return;
    notice.failed(error, 'linked event');
    onClose();
  }, [error, onClose]);
  return data && isFetchedAfterMount ? <EventDrawer event={data} onClose={onClose} /> : null;
}
