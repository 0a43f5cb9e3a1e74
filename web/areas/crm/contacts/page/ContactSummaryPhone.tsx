// One phone number with what is known of its line.
import { ActionIcon } from '@mantine/core';
import { IconMessage, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useUpdate } from '#app/cable.ts';
import { PhoneNumber } from '#app/PhoneNumber.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { getMayContact } from '#contract/compliance.ts';
import type { Contact, Phone } from '#contract/contacts.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { phoneTypes } from '#contract/lookups.ts';
import { listContactPhones, type PhoneFact } from '#contract/phoneChecks.ts';
import { later } from '#ui/later.ts';
import { dayIn, type Zone } from '#ui/moments.ts';
import { checkReasonWords, lineTypeWords } from '#web/areas/messaging/phoneChecks/phoneChecks.labels.ts';
import classes from './ContactSummary.module.css';

const Menu = later(() => import('./ContactSummaryPhoneMenu.tsx').then((module) => module.ContactSummaryPhoneMenu));

export function ContactSummaryPhone({
  contact: { id, name, do_not_call, can, deleted_at },
  phone: { number, type },
}: {
  contact: Contact;
  phone: Phone;
}) {
  const { timezone, features, can: may } = useMe();
  const facts = useQuery(queryOf(listContactPhones, { params: { id } }));
  useUpdate('phone_checks.changed', () => void invalidate(listContactPhones, getMayContact));
  const fact = facts.data?.data.find(({ phone_number }) => phone_number === number);
  const isDoubtful = fact?.line_type === 'landline' || fact?.line_type === 'invalid';
  return (
    <li className={classes.line}>
      <IconPhone size="1rem" stroke={1.6} aria-hidden />
      <div className={classes.main}>
        {do_not_call ? (
          <span className={`${classes.faint} figures`}>{formatPhone(number)}</span>
        ) : (
          <PhoneNumber number={number} person={{ id, name }} />
        )}
        {fact && wordsOf(fact, timezone) && (
          <div className={isDoubtful ? classes.warning : classes.side}>{wordsOf(fact, timezone)}</div>
        )}
      </div>
      <span className={classes.side}>{phoneTypes.find(({ value }) => value === type)?.label.toLowerCase()}</span>
      {features.texting && may['messages.send'] && !deleted_at && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="md"
          aria-label={`Text ${name || 'the contact'} at ${formatPhone(number)}`}
          title="Text"
          renderRoot={(props) => <Link to="/inbox" search={{ contact: id, to: number }} {...props} />}
        >
          <IconMessage size="1rem" stroke={1.6} />
        </ActionIcon>
      )}
      <Suspense>{can.update && <Menu contactId={id} number={number} />}</Suspense>
    </li>
  );
}

function wordsOf({ line_type, carrier, checked_at, state, reason }: PhoneFact, timezone: Zone): string {
  if (state === 'waiting' || state === 'checking') return 'Checking the number';
  if (line_type && checked_at)
    return [lineTypeWords[line_type], carrier, `checked ${dayIn(timezone, checked_at)}`].filter(Boolean).join(' · ');
  return reason ? `Not checked: ${checkReasonWords[reason].toLowerCase()}` : '';
}
