// A contact's status, changed where it stands.
import { Menu, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { ContactRow } from '#contract/contacts.ts';
import { Dot, StatusBadge } from '../../ui/Dot.tsx';
import { useStatuses } from '../reference/reference.api.ts';
import classes from './ContactColumns.module.css';

export function ContactStatusCell({
  contact,
  reachable,
  onChange,
}: {
  contact: ContactRow;
  /** Whether tabbing may stop here. */
  reachable: boolean;
  onChange: (statusId: number | null) => void;
}) {
  // Most rows are only read: the menu is made when one is first used.
  const [used, setUsed] = useState(false);
  const statuses = useStatuses();
  const status = statuses.find(({ id }) => id === contact.status_id);
  if (contact.limited || contact.deleted_at) return <StatusBadge status={status} />;
  const button = (
    <button type="button" className={classes.edit} tabIndex={reachable ? 0 : -1} onClick={() => setUsed(true)}>
      <VisuallyHidden>Status: </VisuallyHidden>
      <StatusBadge status={status} />
    </button>
  );
  if (!used) return button;
  return (
    <Menu defaultOpened position="bottom-start" offset={2} transitionProps={{ duration: 0 }}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown mah="22rem" style={{ overflowY: 'auto' }}>
        {statuses.map(({ id, title, color }) => (
          <Menu.Item
            key={id}
            leftSection={<Dot tone={color} />}
            rightSection={id === contact.status_id && <IconCheck size="0.9rem" />}
            onClick={() => id !== contact.status_id && onChange(id)}
          >
            {title}
          </Menu.Item>
        ))}
        {contact.status_id !== null && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onChange(null)}>No status</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
