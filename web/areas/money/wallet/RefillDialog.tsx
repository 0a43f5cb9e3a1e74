import { Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isRefused } from '#app/api.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { updateWalletSettings, type Wallet } from '#contract/wallet.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { walletCalls } from './wallet.api.ts';

export function RefillDialog({ settings, onClose }: { settings: Wallet['auto_refill']; onClose: () => void }) {
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
