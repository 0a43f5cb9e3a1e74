// An e-mail address's menu: a check whether it works, and a user's own confirmation.
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { forceVerifyContactEmail, validateContactEmail } from '#contract/contactEmails.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { type Email, getContact } from '#contract/contacts.ts';
import { MenuItem } from '#ui/Menu.tsx';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { emailStateWords } from '../contacts.labels.ts';

export function ContactSummaryEmailMenu({ contactId, email: { address, state } }: { contactId: number; email: Email }) {
  const invalidates = [getContact, listContactTimeline];
  const check = useSend(validateContactEmail, {
    invalidates,
    onDone: ({ emails }) => {
      const now = emails.find((each) => each.address === address)?.state ?? state;
      notice.done(`${address}: ${emailStateWords[now].toLowerCase()}`);
    },
  });
  const verify = useSend(forceVerifyContactEmail, { invalidates, onDone: () => notice.done(`Marked ${address} as verified`) });
  const input = { params: { id: contactId }, body: { email: address } };
  return (
    <OverflowMenu label={`Actions of ${address}`}>
      <MenuItem onClick={() => check.mutate(input)} disabled={check.isPending}>
        Check the address
      </MenuItem>
      {state !== 'verified' && <MenuItem onClick={() => verify.mutate(input)}>Mark as verified</MenuItem>}
    </OverflowMenu>
  );
}
