// How to reach a contact: phones, e-mails, the address, and what the clock shows there.
import { Anchor } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconClock, IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import type { Contact } from '#contract/contacts.ts';
import { timezoneWords } from '../contacts.labels.ts';
import classes from './ContactSummary.module.css';
import { ContactSummaryEmail } from './ContactSummaryEmail.tsx';
import { ContactSummaryPhone } from './ContactSummaryPhone.tsx';
import { localTimeOf, mapUrlOf } from './contacts.facts.ts';

const icon = { size: '1rem', stroke: 1.6, 'aria-hidden': true } as const;

export function ContactSummaryMethods({ contact }: { contact: Contact }) {
  const { phones, emails, address, address_2, city, state, zip_code } = contact;
  const street = [address, address_2].filter(Boolean).join(', ');
  const place = [city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const lines = [street, place].filter(Boolean);
  return (
    <ul className={classes.lines} aria-label="Contact details">
      {phones.map((phone, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same one may stand there twice
        <ContactSummaryPhone key={`${place}:${phone.number}`} contact={contact} phone={phone} />
      ))}
      {emails.map((email, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same one may stand there twice
        <ContactSummaryEmail key={`${place}:${email.address}`} contact={contact} email={email} />
      ))}
      {lines.length > 0 && (
        <li className={classes.line}>
          <IconMapPin {...icon} />
          <Anchor href={mapUrlOf(lines)} target="_blank" rel="noreferrer" className={classes.main} c="var(--mantine-color-text)">
            {lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </Anchor>
        </li>
      )}
      <LocalTime contact={contact} />
      {phones.length + emails.length === 0 && <li className={classes.faint}>No phone and no e-mail yet</li>}
    </ul>
  );
}

function LocalTime({ contact: { timezone, state } }: { contact: Contact }) {
  const [now, setNow] = useState(() => new Date());
  useInterval(() => setNow(new Date()), 15_000, { autoInvoke: true });
  if (!timezone) return null;
  const { text, mayCall } = localTimeOf({ timezone, state }, now);
  return (
    <li className={classes.line}>
      <IconClock {...icon} />
      <span className={`${classes.clock} figures`}>{text}</span>
      <span className={classes.side}>{timezoneWords[timezone]}</span>
      {!mayCall && <span className={classes.warning}>outside calling hours</span>}
    </li>
  );
}
