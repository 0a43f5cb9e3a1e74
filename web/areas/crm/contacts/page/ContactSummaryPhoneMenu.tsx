// Asks the carrier which kind of line a number is. The answer comes over the cable.
import { useState } from 'react';
import { useSend } from '#app/queries.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { checkPhone, listContactPhones, listPhoneChecks } from '#contract/phoneChecks.ts';
import { MenuItem } from '#ui/Menu.tsx';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';

export function ContactSummaryPhoneMenu({ contactId, number }: { contactId: number; number: string }) {
  const [onceKey, setOnceKey] = useState(() => crypto.randomUUID());
  const check = useSend(checkPhone, {
    invalidates: [listContactPhones, listPhoneChecks],
    onDone: () => setOnceKey(crypto.randomUUID()),
  });
  return (
    <OverflowMenu label={`Actions of ${formatPhone(number)}`}>
      <MenuItem
        onClick={() => check.mutate({ body: { contact_id: contactId, phone_number: number }, onceKey })}
        disabled={check.isPending}
      >
        Check number
      </MenuItem>
    </OverflowMenu>
  );
}
