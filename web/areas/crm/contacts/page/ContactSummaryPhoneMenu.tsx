// A number's menu: a check of its kind of line (the answer comes over the cable), and consent to texts.
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { checkPhone, listContactPhones, listPhoneChecks } from '#contract/phoneChecks.ts';
import { listUsagePrices } from '#contract/wallet.ts';
import { later } from '#ui/later.ts';
import { MenuItem } from '#ui/Menu.tsx';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';

const TextPermissionForm = later(() =>
  import('#web/areas/messaging/compliance/TextPermissionForm.tsx').then((module) => module.TextPermissionForm),
);

export function ContactSummaryPhoneMenu({ contactId, number }: { contactId: number; number: string }) {
  const { features, can } = useMe();
  const [recording, setRecording] = useState(false);
  const prices = useQuery({ ...queryOf(listUsagePrices), enabled: features.wallet && can['wallet.use'], staleTime: 3_600_000 });
  const price = prices.data?.data.find(({ usage_type }) => usage_type === 'phone_check')?.price;
  const check = useSend(checkPhone, { invalidates: [listContactPhones, listPhoneChecks] });
  return (
    <>
      <OverflowMenu label={`Actions of ${formatPhone(number)}`}>
        <MenuItem
          onClick={() => check.mutate({ body: { contact_id: contactId, phone_number: number } })}
          disabled={check.isPending}
        >
          {price ? `Check number for ${dollarsOf(price)}` : 'Check number'}
        </MenuItem>
        {features.texting && <MenuItem onClick={() => setRecording(true)}>Consent to texts…</MenuItem>}
      </OverflowMenu>
      <Suspense>{recording && <TextPermissionForm contactId={contactId} onClose={() => setRecording(false)} />}</Suspense>
    </>
  );
}
