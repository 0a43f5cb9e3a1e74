// The user's passkeys: last use, rename, remove.
import { ActionIcon, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { deletePasskey, listPasskeys, type Passkey, updatePasskey } from '#contract/passkeys.ts';
import { getMe } from '#contract/signIn.ts';
import { getTwoFactor } from '#contract/twoFactor.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { dayIn } from '#ui/moments.ts';
import { ProofDialog } from '#web/areas/identity/passwords/ProofDialog.tsx';
import classes from './PasskeyList.module.css';

export function PasskeyList({ hasPassword }: { hasPassword: boolean }) {
  const { timezone } = useMe();
  const passkeys = useQuery(queryOf(listPasskeys));
  const [named, setNamed] = useState<Passkey>();
  const [leaving, setLeaving] = useState<Passkey>();
  const remove = useSend(deletePasskey, {
    invalidates: [listPasskeys, getTwoFactor, getMe],
    form: true,
    handles: ['two_factor.required', 'passwords.sign_in_again', 'rate_limited'],
    onDone: () => {
      notice.done(`Removed ${leaving?.name}`);
      setLeaving(undefined);
    },
  });
  if (passkeys.error && !passkeys.data) return <FailedQuery query={passkeys} />;
  const list = passkeys.data?.data ?? [];
  if (list.length === 0) return null;
  const used = ({ last_used_at, created_at }: Passkey) =>
    last_used_at ? `Last used ${dayIn(timezone, last_used_at)}` : `Added ${dayIn(timezone, created_at)}`;

  return (
    <>
      <ul className={classes.list} aria-label="Your passkeys">
        {list.map((passkey) => (
          <li key={passkey.id} className={classes.passkey}>
            <div className={classes.words}>
              <Text truncate>{passkey.name}</Text>
              <Text c="dimmed" size="xs">
                {used(passkey)}
                {passkey.backed_up && ' · Synced by your Apple, Google or Microsoft account'}
              </Text>
            </div>
            <ActionIcon variant="subtle" color="gray" aria-label={`Rename ${passkey.name}`} onClick={() => setNamed(passkey)}>
              <IconPencil size="1rem" stroke={1.6} />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${passkey.name}`} onClick={() => setLeaving(passkey)}>
              <IconTrash size="1rem" stroke={1.6} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {named && <RenameDialog passkey={named} onClose={() => setNamed(undefined)} />}
      {leaving && (
        <ProofDialog
          title={`Remove ${leaving.name}?`}
          action="Remove the passkey"
          hasPassword={hasPassword}
          send={remove}
          onSend={(proof, options) => remove.mutate({ params: { id: leaving.id }, body: proof }, options)}
          onClose={() => setLeaving(undefined)}
        >
          You can no longer sign in with it. Remove it from your device too, so that the browser stops offering it.
        </ProofDialog>
      )}
    </>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useForm({
    initialValues: { name: passkey.name },
    validate: { name: (name) => (name.trim() ? null : 'Give it a name') },
  });
  const rename = useSend(updatePasskey, { invalidates: [listPasskeys], form: true, onDone: onClose });
  const submit = form.onSubmit((body) =>
    rename.mutate(
      { params: { id: passkey.id }, body },
      { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) },
    ),
  );
  return (
    <Dialog onClose={onClose} title={`Rename ${passkey.name}`} size="sm">
      <FormLayout submit="Save" busy={rename.isPending} onSubmit={submit} onCancel={onClose}>
        <TextInput label="Name" data-autofocus maxLength={60} {...form.getInputProps('name')} />
      </FormLayout>
    </Dialog>
  );
}
