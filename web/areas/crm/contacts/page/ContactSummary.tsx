// Stays in sight: the name, how to reach the person, the status, the owner.
import { ActionIcon, Text, Title } from '@mantine/core';
import { IconMail, IconPhone } from '@tabler/icons-react';
import { Suspense } from 'react';
import { CallIcon } from '#app/PhoneNumber.tsx';
import { useMe } from '#app/session.ts';
import type { ActivityType } from '#contract/activityTypes.ts';
import type { Contact } from '#contract/contacts.ts';
import { formatDay } from '#contract/kit/formats.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { later } from '#ui/later.ts';
import { momentIn, todayIn } from '#ui/moments.ts';
import { useStatuses } from '#web/areas/crm/reference/reference.api.ts';
import { mailAsked } from '#web/areas/messaging/templates/mail.ask.ts';
import { kindWords } from '../contacts.labels.ts';
import { useInlineEdit } from '../list/useInlineEdit.ts';
import classes from './ContactSummary.module.css';
import { ContactSummaryMethods } from './ContactSummaryMethods.tsx';
import { patchContact } from './contactPage.api.ts';
import { kindLabels } from './contacts.composed.ts';
import { birthdayOf } from './contacts.facts.ts';

const StatusPicker = later(() => import('#web/areas/crm/reference/StatusPicker.tsx').then((module) => module.StatusPicker));
const NextStep = later(() => import('#web/areas/desk/tasks/NextStep.tsx').then((module) => module.NextStep));
const ContactSummaryRest = later(() => import('./ContactSummaryRest.tsx').then((module) => module.ContactSummaryRest));
const ContactFormClash = later(() => import('../form/ContactFormClash.tsx').then((module) => module.ContactFormClash));

const barred = [
  ['do_not_call', 'call'],
  ['do_not_text', 'text'],
  ['do_not_email', 'e-mail'],
  ['do_not_mail', 'mail'],
] as const;

export function ContactSummary({ contact }: { contact: Contact }) {
  const inline = useInlineEdit();
  const statuses = useStatuses();
  const status = statuses.find(({ id }) => id === contact.status_id);
  const statusName = (_: string, id: number) => statuses.find((each) => each.id === id)?.title;
  const facts = [contact.preferred_name && `“${contact.preferred_name}”`, contact.occupation, contact.organization];
  const refused = barred.filter(([flag]) => contact[flag]).map(([, word]) => word);
  const setStatus = (status_id: number | null) => {
    patchContact(contact.id, { status_id });
    inline.cells.setStatus(contact, status_id);
  };
  return (
    <>
      <header className={classes.head}>
        <Title order={1} className={classes.name}>
          <bdi>{contact.name || contact.organization || 'No name'}</bdi>
        </Title>
        <QuickLinks contact={contact} />
      </header>
      <div className={classes.facts}>
        <Text c="dimmed">
          {[kindWords[contact.kind], ...(contact.name ? facts : facts.slice(0, 2))].filter(Boolean).join(' · ')}
        </Text>
        <Birthday contact={contact} />
      </div>
      {refused.length > 0 && <p className={classes.barred}>Do not {wordsOf(refused)}</p>}
      {contact.can.update ? (
        <Suspense
          fallback={
            <div className={classes.status}>
              <StatusBadge status={status} />
            </div>
          }
        >
          <StatusPicker
            aria-label="Status"
            placeholder="No status"
            clearable
            allowDeselect={false}
            value={contact.status_id}
            onChange={setStatus}
          />
        </Suspense>
      ) : (
        <StatusBadge status={status} />
      )}
      <Suspense>
        <NextStep contact={contact} />
      </Suspense>
      <ContactSummaryMethods contact={contact} />
      <ContactSummaryLast contact={contact} />
      <Suspense>
        <ContactSummaryRest contact={contact} />
      </Suspense>
      <Suspense>{inline.stale && <ContactFormClash {...inline.stale} nameOf={statusName} />}</Suspense>
    </>
  );
}

/** On a phone, where the phones and e-mails below scroll away. */
function QuickLinks({ contact: { id, name, phones, emails, do_not_call, do_not_email } }: { contact: Contact }) {
  const { can } = useMe();
  const [phone] = phones;
  const email = emails.find(({ state }) => state !== 'invalid');
  const look = { className: classes.quick ?? '', variant: 'default', size: '2.5rem' } as const;
  return (
    <>
      {phone && !do_not_call && (
        <CallIcon {...look} number={phone.number} person={{ id, name }}>
          <IconPhone size="1.1rem" stroke={1.6} />
        </CallIcon>
      )}
      {email && !do_not_email && (
        <ActionIcon
          {...look}
          component="a"
          href={`mailto:${email.address}`}
          aria-label={`E-mail ${name}`}
          onClick={(event) => {
            if (!can['messages.send'] || email !== emails[0]) return;
            event.preventDefault();
            mailAsked.set({ id, name });
          }}
        >
          <IconMail size="1.1rem" stroke={1.6} />
        </ActionIcon>
      )}
    </>
  );
}

function Birthday({ contact }: { contact: Contact }) {
  const { timezone } = useMe();
  if (!contact.birth_date) return null;
  const { age, inDays, turns } = birthdayOf(contact.birth_date, todayIn(timezone));
  const soon =
    inDays === 0
      ? 'birthday today'
      : inDays <= 30 || (turns === 65 && inDays <= 180)
        ? `turns ${turns} in ${inDays === 1 ? '1 day' : `${inDays} days`}`
        : '';
  return (
    <Text className="figures">
      {age} years <span className={classes.faint}>· born {formatDay(contact.birth_date)}</span>
      {soon && (
        <>
          {' · '}
          <strong>{soon}</strong>
        </>
      )}
    </Text>
  );
}

const wordsOf = (words: readonly string[]) => new Intl.ListFormat('en-US', { type: 'disjunction' }).format(words);

function ContactSummaryLast({ contact: { last_activity } }: { contact: Contact }) {
  const { timezone } = useMe();
  if (!last_activity) return null;
  return (
    <section className={classes.block} aria-labelledby="last-activity">
      <h2 className={classes.title} id="last-activity">
        Last activity
      </h2>
      <span className="figures">
        {kindLabels[last_activity.type as ActivityType] ?? last_activity.type}{' '}
        <span className={classes.faint}>· {momentIn(timezone, last_activity.at)}</span>
      </span>
    </section>
  );
}
