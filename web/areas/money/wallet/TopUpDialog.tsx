import { Chip, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { useSend } from '#app/queries.ts';
import type { Card } from '#contract/cards.ts';
import { type Payment, topUpWallet } from '#contract/wallet.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { sayPayment } from './sayPayment.ts';
import { walletCalls } from './wallet.api.ts';
import { cardWords, declineWords } from './wallet.labels.ts';

const usual = ['25.00', '50.00', '100.00'];

export function TopUpDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const form = useForm({ initialValues: { amount: '50.00', description: '' } });
  const [failed, setFailed] = useState<Payment['failure']>(null);
  const { mutate, isPending } = useSend(topUpWallet, {
    form: true,
    handles: ['invalid'],
    invalidates: walletCalls,
    onDone: (payment) => {
      if (payment.action_url) return location.assign(payment.action_url);
      setFailed(payment.failure);
      if (payment.state === 'failed') return;
      sayPayment(payment);
      onClose();
    },
  });
  return (
    <Dialog title="Top up the wallet" onClose={onClose} size="sm">
      <FormLayout
        submit={`Pay $${form.values.amount || '0.00'}`}
        busy={isPending}
        error={failed && declineWords[failed]}
        onCancel={onClose}
        onSubmit={form.onSubmit((body) =>
          mutate({ body }, { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) }),
        )}
      >
        <Chip.Group value={form.values.amount} onChange={(amount) => form.setFieldValue('amount', String(amount))}>
          <Group gap="xs" role="group" aria-label="Usual amounts">
            {usual.map((amount) => (
              <Chip key={amount} value={amount}>{`$${Number(amount)}`}</Chip>
            ))}
          </Group>
        </Chip.Group>
        <TextInput
          label="Amount in dollars"
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <TextInput
          label="What for"
          description="Stands in your history"
          autoComplete="off"
          maxLength={200}
          {...form.getInputProps('description')}
        />
        <Text size="sm" c="dimmed">
          {`We charge ${cardWords(card.brand, card.last4)}. Your bank may ask you to confirm it.`}
        </Text>
      </FormLayout>
    </Dialog>
  );
}
