// Call back later: at the end of this session, or at a time, as a task.
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { getContact } from '#contract/contacts.ts';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { askNextStep } from '#web/areas/desk/tasks/tasks.ask.ts';

const hourMs = 3_600_000;
const hence = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

export function DialLater({
  disabled,
  contactId,
  onLater,
}: {
  disabled: boolean;
  contactId: number;
  /** Null: at the end of the session. */
  onLater: (dueAt: string | null) => void;
}) {
  const [opened, setOpened] = useState(false);
  const contact = useQuery({ ...queryOf(getContact, { params: { id: contactId }, query: { not_remove_new_tag: true } }) });
  const pick = (run: () => void) => () => {
    setOpened(false);
    run();
  };
  return (
    <Menu
      opened={opened}
      onOpened={setOpened}
      position="bottom-start"
      target={
        <Button variant="default" disabled={disabled} rightSection={<IconChevronDown size="0.9rem" />}>
          Call back later
        </Button>
      }
    >
      <MenuItem onClick={pick(() => onLater(null))}>At the end of this session</MenuItem>
      {contact.data?.can.update && (
        <>
          <MenuItem onClick={pick(() => onLater(hence(2)))}>In two hours</MenuItem>
          <MenuItem onClick={pick(() => onLater(hence(24)))}>Tomorrow at this time</MenuItem>
          <MenuItem onClick={pick(() => contact.data && askNextStep(contact.data))}>At another time …</MenuItem>
        </>
      )}
    </Menu>
  );
}
