// An event that the user may only read.
import { Button, CloseButton, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMe } from '#app/session.ts';
import type { CalendarEvent } from '#contract/calendar.ts';
import { Drawer } from '#ui/Drawer.tsx';
import drawer from '#ui/FormDrawer.module.css';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { itsTimeWords, titleOfEvent, typeWords, whenWords } from './calendar.labels.ts';
import { ruleWords } from './calendar.repeats.ts';
import { ruleDayOf } from './calendar.values.ts';
import { EventMail } from './EventMail.tsx';

export function EventView({ event, onClose }: { event: CalendarEvent; onClose: () => void }) {
  const { timezone } = useMe();
  const { contact, hidden, owner, place, notes, rrule, type } = event;
  return (
    <Drawer opened onClose={onClose} label={titleOfEvent(event)} size="28rem" position="right" bodyClass={drawer.drawer}>
      <header className={drawer.head}>
        <Title order={2} size="h3">
          {titleOfEvent(event)}
        </Title>
        <CloseButton onClick={onClose} aria-label="Close" className={drawer.close ?? ''} />
      </header>
      <div className={drawer.fields}>
        <KeyValueList
          facts={[
            ['When', whenWords(event, timezone)],
            ['There', itsTimeWords(event, timezone)],
            ['Calendar of', owner.name],
            ['Type', !hidden && typeWords[type]],
            [
              'Contact',
              contact && (
                <Link to="/contacts/$id" params={{ id: String(contact.id) }}>
                  {contact.name}
                </Link>
              ),
            ],
            ['Place', place],
            ['Repeats', rrule && ruleWords(rrule, ruleDayOf(event))],
            ['Notes', notes],
          ]}
        />
        <EventMail contact={contact} />
        {hidden && <p>This event is private: you see only when {owner.name} is busy.</p>}
      </div>
      <footer className={drawer.foot}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </footer>
    </Drawer>
  );
}
