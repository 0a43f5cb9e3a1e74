// Automatic refill as a sentence, its pause as a warning, and its form.
import { Alert, Button, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { updateWalletSettings, type Wallet } from '#contract/wallet.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import classes from './Wallet.module.css';
import { walletCalls } from './wallet.api.ts';
import { declineWords, dollarsOf } from './wallet.labels.ts';

export function WalletRefill({ wallet: { auto_refill, card } }: { wallet: Wallet }) {
  const [editing, setEditing] = useState(false);
  const { enabled, threshold, amount, paused } = auto_refill;
  return (
    <>
      {enabled && paused && (
        <Alert color="red" variant="light" role="alert" title="Automatic refill is paused">
          {`${declineWords[paused]} Then save the refill again.`}
        </Alert>
      )}
      <section className={classes.refill} aria-label="Automatic refill">
        <span>
          {enabled
            ? `Below ${dollarsOf(threshold)}, the wallet is refilled by ${dollarsOf(amount)}.`
            : 'Automatic refill is off.'}
          {enabled && !card && ' Connect a card first: there is none to charge.'}
        </span>
        <Button variant="default" size="xs" onClick={() => setEditing(true)}>
          Change the refill
        </Button>
      </section>
      {editing && <RefillDialog settings={auto_refill} onClose={() => setEditing(false)} />}
    </>
  );
}

function RefillDialog({ settings, onClose }: { settings: Wallet['auto_refill']; onClose: () => void }) {
  const { enabled, threshold, amount } = settings;
  const form = useForm({ initialValues: { enabled, threshold, amount } });
  const { mutate, isPending } = useSend(updateWalletSettings, {
    form: true,
    handles: ['invalid'],
    invalidates: walletCalls,
    onDone: () => {
      notice.done('Saved the automatic refill');
      onClose();
    },
  });
  return (
    <Dialog title="Automatic refill" onClose={onClose} size="sm">
      <FormLayout
        submit="Save"
        busy={isPending}
        onCancel={onClose}
        onSubmit={form.onSubmit((body) =>
          mutate({ body }, { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) }),
        )}
      >
        <Switch
          label="Refill the wallet by itself"
          description="Charges your default card, ten times a day at most"
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <TextInput
          label="When less than, in dollars"
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('threshold')}
        />
        <TextInput label="Add, in dollars" inputMode="decimal" autoComplete="off" {...form.getInputProps('amount')} />
      </FormLayout>
    </Dialog>
  );
}
