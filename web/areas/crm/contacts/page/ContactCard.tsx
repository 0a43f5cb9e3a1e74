// A contact on a phone: the name, the status, how to reach the person.
import { ActionIcon } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ContactRow } from '#contract/contacts.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { useStatuses } from '#web/areas/crm/reference/reference.api.ts';
import classes from './ContactCard.module.css';

export function ContactCard({ contact }: { contact: ContactRow }) {
  const status = useStatuses().find(({ id }) => id === contact.status_id);
  const name = contact.name || contact.organization || 'No name';
  return (
    <div className={classes.card}>
      <div className={classes.lines}>
        {contact.limited ? (
          <span className={classes.name}>{name}</span>
        ) : (
          <Link to="/contacts/$id" params={{ id: String(contact.id) }} className={classes.name}>
            <bdi>{name}</bdi>
          </Link>
        )}
        <span className={`${classes.facts} figures`}>
          <StatusBadge status={status} />
          {contact.phone ? formatPhone(contact.phone) : contact.email}
        </span>
      </div>
      {contact.phone && !contact.do_not_call && (
        <ActionIcon variant="default" size="2.5rem" component="a" href={`tel:+1${contact.phone}`} aria-label={`Call ${name}`}>
          <IconPhone size="1.1rem" stroke={1.6} />
        </ActionIcon>
      )}
    </div>
  );
}
