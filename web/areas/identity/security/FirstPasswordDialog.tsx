// An administrator sets a temporary password for a user without working mail.
import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { updatePassword } from '#contract/passwords.ts';
import { getSecurity } from '#contract/security.ts';
import type { Person } from '#contract/users.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { NewPasswordInput, wrongLength } from '#web/areas/identity/passwords/NewPasswordInput.tsx';

const handles = ['forbidden', 'rate_limited'] as const;

export function FirstPasswordDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const form = useForm({ initialValues: { password: '' }, validate: { password: wrongLength } });
  const set = useSend(updatePassword, {
    invalidates: [getSecurity],
    form: true,
    handles,
    onDone: () => {
      notice.done(`${person.name} signs in with this password once, and then chooses another`);
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={`Set a password for ${person.name}`} size="sm">
      <FormLayout
        submit="Set the password"
        busy={set.isPending}
        error={isRefused(set.error, ...handles) && textOf(set.error)}
        onSubmit={form.onSubmit((body) =>
          set.mutate(
            { params: { id: person.id }, body },
            { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) },
          ),
        )}
        onCancel={onClose}
      >
        <Text>
          Tell them the password, best by phone. When they sign in with it, they must choose their own. They are signed out in all
          browsers and get a mail about the change.
        </Text>
        <NewPasswordInput of="another" data-autofocus {...form.getInputProps('password')} />
      </FormLayout>
    </Dialog>
  );
}
