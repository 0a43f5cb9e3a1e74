// One's own calendar outside of this product: a feed for other calendars, and files in and out.
import { Title } from '@mantine/core';
import { useMe } from '#app/session.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { CalendarFeedSettings } from './CalendarFeedSettings.tsx';
import { CalendarFiles } from './CalendarFiles.tsx';
import classes from './CalendarSettings.module.css';

export function CalendarSettings({ onClose }: { onClose: () => void }) {
  const me = useMe();
  return (
    <Dialog onClose={onClose} title="Calendar settings" size="lg">
      <section className={classes.section} aria-labelledby="calendar-feed">
        <Title order={3} size="h3" id="calendar-feed">
          In other calendars
        </Title>
        {me.impersonator ? <p className={classes.faint}>Only the user can see and change this.</p> : <CalendarFeedSettings />}
      </section>
      <section className={classes.section} aria-labelledby="calendar-files">
        <Title order={3} size="h3" id="calendar-files">
          Import and export
        </Title>
        <CalendarFiles />
      </section>
    </Dialog>
  );
}
