import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import { isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { resetPassword } from '#contract/passwords.ts';
import { CardPage } from '#ui/CardPage.tsx';
import { FormError } from '#ui/FormError.tsx';
import { NewPasswordInput, wrongLength } from './NewPasswordInput.tsx';

export function ResetChoice({ token }: { token: string }) {
  const navigate = useNavigate();
  const form = useForm({ initialValues: { password: '' }, validate: { password: wrongLength } });
  const choose = useSend(resetPassword, {
    form: true,
    handles: ['passwords.link_spent', 'rate_limited'],
    onDone: () => {
      notice.done('Password changed. Sign in with it');
      void navigate({ to: '/login', replace: true });
    },
  });

  if (isRefused(choose.error, 'passwords.link_spent'))
    return (
      <CardPage title="This link no longer works" text="It was used already, or it is older than an hour.">
        <Button size="md" renderRoot={(props) => <Link to="/reset-password" search={{}} {...props} />}>
          Ask for a new link
        </Button>
      </CardPage>
    );
  return (
    <CardPage title="Choose a new password" text="We then sign you out in all browsers. Sign in again with the new password.">
      <form
        noValidate
        onSubmit={form.onSubmit(({ password }) =>
          choose.mutate(
            { body: { token, password } },
            { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) },
          ),
        )}
      >
        <Stack gap="sm">
          <FormError>{isRefused(choose.error, 'rate_limited') && textOf(choose.error)}</FormError>
          <NewPasswordInput size="md" autoFocus {...form.getInputProps('password')} />
          <Button type="submit" size="md" mt="xs" loading={choose.isPending} fullWidth>
            Choose this password
          </Button>
        </Stack>
      </form>
    </CardPage>
  );
}
