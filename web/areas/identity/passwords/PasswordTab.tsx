// Changes the user's own password.
import { PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { updatePassword } from '#contract/passwords.ts';
import { listSessions } from '#contract/sessions.ts';
import { getMe } from '#contract/signIn.ts';
import { FormLayout } from '#ui/FormLayout.tsx';
import { NewPasswordInput, wrongLength } from './NewPasswordInput.tsx';
import classes from './PasswordTab.module.css';

export function PasswordTab() {
  const me = useMe();
  const form = useForm({
    initialValues: { current_password: '', password: '' },
    validate: {
      current_password: (current) => (current || !me.has_password ? null : 'Enter your current password'),
      password: wrongLength,
    },
  });
  const change = useSend(updatePassword, {
    invalidates: [getMe, listSessions],
    form: true,
    handles: ['passwords.sign_in_again', 'rate_limited'],
    onDone: () => {
      form.reset();
      notice.done('Password changed. You are signed out in all other browsers');
    },
  });
  const refused = isRefused(change.error, 'passwords.sign_in_again', 'rate_limited') ? textOf(change.error) : undefined;

  return (
    <div className={classes.form}>
      <Text c="dimmed" mb="md">
        After the change you are signed out in all other browsers.
      </Text>
      <FormLayout
        submit={me.has_password ? 'Change the password' : 'Choose this password'}
        busy={change.isPending}
        error={refused}
        onSubmit={form.onSubmit(({ current_password, password }) =>
          change.mutate(
            { params: { id: me.id }, body: { ...(me.has_password && { current_password }), password } },
            { onError: (error) => isRefused(error, 'invalid', 'passwords.wrong') && form.setErrors(error.fieldErrors) },
          ),
        )}
      >
        <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />{' '}
        {/* for password keepers */}
        {me.has_password && (
          <PasswordInput label="Current password" autoComplete="current-password" {...form.getInputProps('current_password')} />
        )}
        <NewPasswordInput {...form.getInputProps('password')} />
      </FormLayout>
    </div>
  );
}
