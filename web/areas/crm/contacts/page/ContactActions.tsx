// The most frequent actions of a contact, at the end of its row.
import { ActionIcon } from '@mantine/core';
import { IconArrowRight, IconMail, IconPencil, IconPhone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { CallIcon } from '#app/PhoneNumber.tsx';
import type { ContactRow } from '#contract/contacts.ts';
import type { Ahead } from '#ui/later.ts';

export function ContactActions({
  contact,
  reachable,
  onEdit,
  ahead,
}: {
  contact: ContactRow;
  /** Whether tabbing may stop here. */
  reachable: boolean;
  onEdit: () => void;
  /** Of the button that edits. */
  ahead: Ahead;
}) {
  const { id, name, phone, email, limited, do_not_call, do_not_email } = contact;
  if (limited) return null;
  const look = { variant: 'subtle', color: 'gray', size: '1.75rem', tabIndex: reachable ? 0 : -1 } as const;
  return (
    <>
      {phone && !do_not_call && (
        <CallIcon {...look} number={phone} person={{ id, name }} title="Call">
          <IconPhone size="1rem" stroke={1.6} />
        </CallIcon>
      )}
      {email && !do_not_email && (
        <ActionIcon {...look} component="a" href={`mailto:${email}`} aria-label={`E-mail ${name}`} title="E-mail">
          <IconMail size="1rem" stroke={1.6} />
        </ActionIcon>
      )}

      <ActionIcon {...look} {...ahead} onClick={onEdit} aria-label={`Edit ${name} quickly`} title="Quick edit">
        <IconPencil size="1rem" stroke={1.6} />
      </ActionIcon>

      <ActionIcon
        {...look}
        aria-label={`Open ${name}`}
        title="Open"
        renderRoot={(props) => <Link to="/contacts/$id" params={{ id: String(id) }} {...props} />}
      >
        <IconArrowRight size="1rem" stroke={1.6} />
      </ActionIcon>
    </>
  );
}
