// Mails as rows: the receiver, the subject, and what became of each. A row opens the mail as it was sent.
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMe } from '#app/session.ts';
import { reasonWords } from '#contract/sendReasons.ts';
import type { Message } from '#contract/sends.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { momentIn } from '#ui/moments.ts';
import { PlainTable } from '#ui/PlainTable.tsx';
import classes from './Sends.module.css';
import { shownState } from './sends.labels.ts';

type Field = 'created_at' | 'subject' | 'state';

interface Props {
  label: string;
  rows: readonly Message[];
  /** Adds a column with the receiver, as the rows are of many contacts. */
  withContact?: boolean;
  order?: { field: Field; direction: 'ASC' | 'DESC' };
  onOrder?: (order: { field: Field; direction: 'ASC' | 'DESC' }) => void;
}

export function MailTable({ label, rows, withContact, ...ordering }: Props) {
  const { timezone } = useMe();
  return (
    <PlainTable<Message, Field>
      label={label}
      rows={rows}
      keyOf={({ id }) => id}
      {...ordering}
      columns={[
        {
          header: 'Subject',
          orderField: 'subject',
          cell: ({ id, subject }) => (
            <Link to="/mails/$id" params={{ id: String(id) }} className={classes.subject}>
              {subject || 'No subject'}
            </Link>
          ),
        },
        ...(withContact ? [{ header: 'Contact', cell: receiverOf }] : []),
        { header: 'State', orderField: 'state', cell: stateOf },
        { header: 'Sender', cell: ({ sender }) => sender.name },
        {
          header: 'When',
          orderField: 'created_at',
          cell: ({ sent_at, created_at }) => <span className="figures">{momentIn(timezone, sent_at ?? created_at)}</span>,
        },
      ]}
    />
  );
}

const receiverOf = (message: Message) => (
  <span className={classes.receiver}>
    {contactOf(message)}
    <Text span c="dimmed" size="sm">
      {message.address}
    </Text>
  </span>
);

export const contactOf = ({ contact }: Message) => (
  <Link to="/contacts/$id" params={{ id: String(contact.id) }}>
    {contact.name || 'No name'}
  </Link>
);

export const stateOf = ({ state, outcome, reason }: Message) => (
  <span className={classes.reasons}>
    <StatusBadge status={shownState({ state, outcome })} />
    {reason && (
      <Text span c="dimmed" size="sm">
        {reasonWords(reason)}
      </Text>
    )}
  </span>
);
