// The contact whose turn it is: the name, how to reach them, the status, the next step, what was last.
import { Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryClient } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { Contact } from '#contract/contacts.ts';
import type { DialSessionNow } from '#contract/dialSessions.ts';
import { StatusBadge, TagChip } from '#ui/Dot.tsx';
import { later } from '#ui/later.ts';
import { todayIn } from '#ui/moments.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { useStatuses } from '#web/areas/crm/reference/reference.api.ts';
import { askNextStep } from '#web/areas/desk/tasks/tasks.ask.ts';
import { dueWords, isOverdue, taskKindWords } from '#web/areas/desk/tasks/tasks.labels.ts';
import { glanceAtContact } from '../../crm/contacts/contacts.api.ts';
import { kindWords } from '../../crm/contacts/contacts.labels.ts';
import { useInlineEdit } from '../../crm/contacts/list/useInlineEdit.ts';
import { ContactSummaryMethods } from '../../crm/contacts/page/ContactSummaryMethods.tsx';
import { contactQuery, patchContact } from '../../crm/contacts/page/contactPage.api.ts';
import { birthdayOf } from '../../crm/contacts/page/contacts.facts.ts';
import classes from './DialPage.module.css';
import { reasonWords } from './dialSessions.labels.ts';

const StatusPicker = later(() => import('#web/areas/crm/reference/StatusPicker.tsx').then((module) => module.StatusPicker));
const ContactFormClash = later(() =>
  import('../../crm/contacts/form/ContactFormClash.tsx').then((module) => module.ContactFormClash),
);

export function DialContact({ current: { contact_id, contact, reason } }: { current: NonNullable<DialSessionNow['current']> }) {
  const record = useQuery({
    ...contactQuery(contact_id),
    enabled: contact !== null,
    placeholderData: () => queryClient.getQueryData(glanceAtContact(contact_id).queryKey),
  });
  if (!contact)
    return (
      <>
        <Title order={1} size="h2">
          This contact is no longer there
        </Title>
        <p className={classes.words}>{reason && reasonWords(reason)}. Go on with the next one.</p>
      </>
    );
  return (
    <>
      <Title order={1} className={classes.name}>
        <Link to="/contacts/$id" params={{ id: String(contact_id) }}>
          <bdi>{contact.name || 'No name'}</bdi>
        </Link>
      </Title>
      {record.data ? (
        <Known contact={record.data} />
      ) : record.error ? (
        <FailedQuery query={record} />
      ) : (
        <SkeletonLines lines={6} height={22} />
      )}
    </>
  );
}

function Known({ contact }: { contact: Contact }) {
  const { timezone } = useMe();
  const inline = useInlineEdit();
  const statuses = useStatuses();
  const status = statuses.find(({ id }) => id === contact.status_id);
  const facts = [kindWords[contact.kind], contact.occupation, contact.organization].filter(Boolean);
  const age = contact.birth_date ? birthdayOf(contact.birth_date, todayIn(timezone)).age : null;
  const { next_step: step } = contact;
  return (
    <>
      <Text c="dimmed">{[...facts, ...(age === null ? [] : [`${age} years`])].join(' · ')}</Text>
      {contact.can.update ? (
        <Suspense fallback={<StatusBadge status={status} />}>
          <StatusPicker
            aria-label="Status"
            placeholder="No status"
            clearable
            allowDeselect={false}
            value={contact.status_id}
            onChange={(status_id: number | null) => {
              patchContact(contact.id, { status_id });
              inline.cells.setStatus(contact, status_id);
            }}
          />
        </Suspense>
      ) : (
        <StatusBadge status={status} />
      )}
      <section className={classes.block} aria-labelledby="dial-next-step">
        <h2 id="dial-next-step">Next step</h2>
        <span>
          {step ? (
            <>
              {isOverdue(step) && 'Overdue: '}
              {taskKindWords[step.kind]}, {dueWords(timezone, step.due_at)}
              {step.note && <span className={classes.under}>{step.note}</span>}
            </>
          ) : (
            'Nothing is planned'
          )}
        </span>
        {contact.can.update && (
          <Button size="compact-sm" variant="subtle" onClick={() => askNextStep(contact)}>
            {step ? 'Change the next step' : 'Set the next step'}
          </Button>
        )}
      </section>
      <ContactSummaryMethods contact={contact} />
      {contact.tags.length > 0 && (
        <div className={classes.tags}>
          {contact.tags.map((tag) => (
            <TagChip key={tag.id} tag={tag} />
          ))}
        </div>
      )}
      {contact.note && <p className={classes.about}>{contact.note}</p>}
      <Suspense>
        {inline.stale && (
          <ContactFormClash
            {...inline.stale}
            nameOf={(_: string, id: number) => statuses.find((each) => each.id === id)?.title}
          />
        )}
      </Suspense>
    </>
  );
}
