// A contact's status, changed in place.
import { VisuallyHidden } from '@mantine/core';
import type { ContactRow } from '#contract/contacts.ts';
import type { Status } from '#contract/reference.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { ahead, later, useEver, useOpened } from '#ui/later.ts';
import classes from './ContactColumns.module.css';

const ContactStatusMenu = later(() => import('../page/ContactStatusMenu.tsx').then((module) => module.ContactStatusMenu));

export function ContactStatusCell({
  contact,
  statuses,
  reachable,
  onChange,
}: {
  contact: ContactRow;
  statuses: readonly Status[];
  /** Whether tabbing may stop here. */
  reachable: boolean;
  onChange: (statusId: number | null) => void;
}) {
  // Most rows are only read: the menu is rendered at its first use.
  const [opened, setOpened] = useOpened();
  const used = useEver(opened);
  const status = statuses.find(({ id }) => id === contact.status_id);
  if (contact.limited || contact.deleted_at) return <StatusBadge status={status} />;
  const button = (
    <button
      type="button"
      className={classes.edit}
      tabIndex={reachable ? 0 : -1}
      onClick={used ? undefined : () => setOpened(true)}
      {...ahead(ContactStatusMenu)}
    >
      <VisuallyHidden>Status: </VisuallyHidden>
      <StatusBadge status={status} />
    </button>
  );
  if (!used) return button;
  return (
    <ContactStatusMenu statuses={statuses} value={contact.status_id} opened={opened} onOpened={setOpened} onChange={onChange}>
      {button}
    </ContactStatusMenu>
  );
}
