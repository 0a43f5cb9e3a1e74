// One e-mail address with what is known of it, and the actions that find it out.
import { Anchor } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { forceVerifyContactEmail, validateContactEmail } from '#contract/contactEmails.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { type Contact, type Email, getContact } from '#contract/contacts.ts';
import { MenuItem } from '#ui/Menu.tsx';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { emailStateWords } from '../contacts.labels.ts';
import classes from './ContactSummary.module.css';

const doubtful: readonly Email['state'][] = ['invalid', 'disposable'];

export function ContactSummaryEmail({ contact: { id, do_not_email, can }, email }: { contact: Contact; email: Email }) {
  const { address, state } = email;
  const invalidates = [getContact, listContactTimeline];
  const check = useSend(validateContactEmail, {
    invalidates,
    onDone: ({ emails }) => {
      const now = emails.find((each) => each.address === address)?.state ?? state;
      notice.done(`${address}: ${emailStateWords[now].toLowerCase()}`);
    },
  });
  const verify = useSend(forceVerifyContactEmail, { invalidates, onDone: () => notice.done(`Marked ${address} as verified`) });
  const input = { params: { id }, body: { email: address } };
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
      {can.update && (
        <OverflowMenu label={`Actions of ${address}`}>
          <MenuItem onClick={() => check.mutate(input)} disabled={check.isPending}>
            Check the address
          </MenuItem>
          {state !== 'verified' && <MenuItem onClick={() => verify.mutate(input)}>Mark as verified</MenuItem>}
        </OverflowMenu>
      )}
    </li>
  );
}
