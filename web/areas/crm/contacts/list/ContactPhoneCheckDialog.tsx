// Checks the phone numbers of everything selected, after a look at what it costs.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { counted } from '#contract/kit/formats.ts';
import { freshDays } from '#contract/phoneCheckLists.ts';
import { estimatePhoneChecks, purchasePhoneChecks } from '#contract/phoneChecks.ts';
import { FormLayout } from '#ui/FormLayout.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { ContactSelectionDialog, followed, type OnSelection } from './ContactSelectionDialog.tsx';
import { toContract } from './contacts.selection.ts';

export function ContactPhoneCheckDialog(about: OnSelection) {
  const { selection, scope, onClose } = about;
  const body = toContract(selection, scope);
  const estimate = useQuery({ ...queryOf(estimatePhoneChecks, { body }), staleTime: 0 });
  const check = useSend(purchasePhoneChecks, { handles: ['phones.not_configured'], onDone: followed(about) });
  const { phone_numbers = 0, to_check = 0, cost = '' } = estimate.data ?? {};
  const known = phone_numbers - to_check;
  return (
    <ContactSelectionDialog verb="Check numbers of" about={about}>
      <FormLayout
        submit={to_check > 0 ? `Check ${counted(to_check, 'number')} for $${cost}` : 'Close'}
        busy={check.isPending}
        error={isRefused(check.error, 'phones.not_configured') && check.error.message}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          if (to_check === 0) return onClose();
          check.mutate({ body });
        }}
      >
        {estimate.error && !estimate.data ? (
          <FailedQuery query={estimate} />
        ) : !estimate.data ? (
          <SkeletonLines lines={2} height={20} />
        ) : (
          <>
            <Text>
              {to_check > 0 ? `${counted(to_check, 'number')} will be checked.` : 'There is no number to check.'}
              {known > 0 && ` ${counted(known, 'number')} ${known === 1 ? 'was' : 'were'} checked in the last ${freshDays} days.`}
            </Text>
            <Text c="dimmed" size="sm">
              The carrier says whether a number is a mobile, a landline or not in use. Landlines get no texts.
            </Text>
          </>
        )}
      </FormLayout>
    </ContactSelectionDialog>
  );
}
