// One e-mail address with what is known of it.
import { Anchor } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { Contact, Email } from '#contract/contacts.ts';
import { later } from '#ui/later.ts';
import { emailStateWords } from '../contacts.labels.ts';
import classes from './ContactSummary.module.css';

const Menu = later(() => import('./ContactSummaryEmailMenu.tsx').then((module) => module.ContactSummaryEmailMenu));

const doubtful: readonly Email['state'][] = ['invalid', 'disposable'];

export function ContactSummaryEmail({ contact: { id, do_not_email, can }, email }: { contact: Contact; email: Email }) {
  const { address, state } = email;
  return (
    <li className={classes.line}>
      <IconMail size="1rem" stroke={1.6} aria-hidden />
      {do_not_email || state === 'invalid' ? (
        <span className={`${classes.main} ${classes.faint}`}>{address}</span>
      ) : (
        <Anchor href={`mailto:${address}`} className={classes.main}>
          {address}
        </Anchor>
      )}
      {state !== 'unverified' && (
        <span className={doubtful.includes(state) ? classes.warning : classes.side}>{emailStateWords[state].toLowerCase()}</span>
      )}
      <Suspense>{can.update && <Menu contactId={id} email={email} />}</Suspense>
    </li>
  );
}
