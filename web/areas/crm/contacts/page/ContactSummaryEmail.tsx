// One e-mail address with what is known of it.
import { Anchor } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useMe } from '#app/session.ts';
import type { Contact, Email } from '#contract/contacts.ts';
import { later } from '#ui/later.ts';
import { mailAsked } from '#web/areas/messaging/templates/mail.ask.ts';
import { emailStateWords } from '../contacts.labels.ts';
import classes from './ContactSummary.module.css';

const Menu = later(() => import('./ContactSummaryEmailMenu.tsx').then((module) => module.ContactSummaryEmailMenu));

const doubtful: readonly Email['state'][] = ['invalid', 'disposable'];

export function ContactSummaryEmail({
  contact: { id, name, do_not_email, can, emails },
  email,
}: {
  contact: Contact;
  email: Email;
}) {
  const me = useMe();
  // The first address gets the mails that are written here; others open the user's own mail program.
  const mayWrite = me.can['messages.send'] && email.address === emails[0]?.address;
  const { address, state } = email;
  return (
    <li className={classes.line}>
      <IconMail size="1rem" stroke={1.6} aria-hidden />
      {do_not_email || state === 'invalid' ? (
        <span className={`${classes.main} ${classes.faint}`}>{address}</span>
      ) : (
        <Anchor
          href={`mailto:${address}`}
          className={classes.main}
          onClick={(event) => {
            if (!mayWrite) return;
            event.preventDefault();
            mailAsked.set({ id, name });
          }}
        >
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
