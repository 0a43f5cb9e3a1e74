// Asks for the password before an action that weakens or renews account security.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { Proof, ProofError } from './Proof.tsx';
import { formError, useProof } from './useProof.ts';

export function ProofDialog({
  title,
  action,
  children,
  hasPassword,
  send,
  onSend,
  onClose,
}: {
  title: string;
  /** The button's label. */
  action: string;
  children: ReactNode;
  hasPassword: boolean;
  send: { isPending: boolean; error: Error | null; reset(): void };
  onSend: (proof: { password?: string }, options: { onError: (error: Error) => void }) => void;
  onClose: () => void;
}) {
  const { form, password, place } = useProof(hasPassword);
  const error = formError(send.error, 'two_factor.required');
  function close() {
    send.reset();
    onClose();
  }
  return (
    <Dialog onClose={close} title={title} size="sm">
      <FormLayout
        submit={action}
        busy={send.isPending}
        error={error && <ProofError error={error} />}
        onSubmit={form.onSubmit(() => onSend(password, { onError: place }))}
        onCancel={close}
      >
        <Text>{children}</Text>
        <Proof asked={hasPassword} field={form.getInputProps('password')} focus />
      </FormLayout>
    </Dialog>
  );
}
