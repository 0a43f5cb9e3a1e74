import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { type CompanyPayment, listPayments, refundPayment } from '#contract/payments.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { cardOf, dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';

export function RefundDialog({ payment, onClose }: { payment: CompanyPayment; onClose: () => void }) {
  const { id, user, card, refundable, kind } = payment;
  const form = useForm({ initialValues: { amount: refundable, reason: '' } });
  const refund = useSend(refundPayment, {
    form: true,
    handles: ['invalid', 'payments.disputed'],
    invalidates: [listPayments],
    onDone: ({ refunds }) => {
      const last = refunds.at(-1);
      if (last?.state === 'succeeded') notice.done(`Refunded ${dollarsOf(last.amount)} to ${user.name}`);
      else if (last?.state === 'failed') notice.told('The card processor refused the refund. Nothing was taken.');
      else notice.told('The refund is under way. Its state stands beside the payment.');
      onClose();
    },
  });
  return (
    <Dialog title={`Refund ${user.name}`} onClose={onClose} size="sm">
      <FormLayout
        submit={`Refund $${form.values.amount || '0.00'}`}
        busy={refund.isPending}
        error={isRefused(refund.error, 'payments.disputed') && textOf(refund.error)}
        onCancel={onClose}
        onSubmit={form.onSubmit((body) =>
          refund.mutate(
            { params: { id }, body },
            { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) },
          ),
        )}
      >
        <Text size="sm" c="dimmed">
          {`The money goes back to ${cardOf(card)}. `}
          {kind === 'invoice'
            ? 'The plan stays as it is: end it under Plans if it should stop.'
            : 'It leaves the wallet, so only what is unspent can be refunded.'}
        </Text>
        <TextInput
          label="Amount in dollars"
          description={`At most ${dollarsOf(refundable)}`}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <TextInput
          label="Reason"
          description="Stands in the audit log and in the payer’s history"
          autoComplete="off"
          maxLength={200}
          required
          {...form.getInputProps('reason')}
        />
      </FormLayout>
    </Dialog>
  );
}
