// Asks for the password again before an action that could hand over an account or the company.
import { Text } from '@mantine/core';
import { useSend } from '#app/queries.ts';
import { useAsked } from '#app/reauthentication.ts';
import { useMe } from '#app/session.ts';
import { proveOneself } from '#contract/signIn.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { Proof, ProofError } from '#web/areas/identity/passwords/Proof.tsx';
import { formError, proofCodes, useProof } from '#web/areas/identity/passwords/useProof.ts';

export function ProveDialog() {
  const asked = useAsked();
  return asked && <Question {...asked} />;
}

function Question({ proved, refused }: { proved(): void; refused(): void }) {
  const { has_password } = useMe();
  const { form, place } = useProof(has_password);
  const send = useSend(proveOneself, { form: true, handles: proofCodes, onDone: proved });
  const error = formError(send.error);
  return (
    <Dialog onClose={refused} title="Confirm that it’s you" size="sm">
      <FormLayout
        submit="Continue"
        busy={send.isPending}
        error={error && <ProofError error={error} />}
        onSubmit={form.onSubmit(({ password }) => send.mutate({ body: { password } }, { onError: place }))}
        onCancel={refused}
      >
        <Text>You signed in some time ago. Before you change security settings, confirm that it’s you.</Text>
        <Proof asked={has_password} field={form.getInputProps('password')} focus />
      </FormLayout>
    </Dialog>
  );
}
