import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { call, isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { checkPasswordLink, resetPassword } from '#contract/passwords.ts';
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

  // Asked before a password is typed: an old link says so at once.
  const link = useQuery({
    queryKey: ['password link', token],
    queryFn: ({ signal }) => call(checkPasswordLink, { body: { token } }, { signal }).then(() => true),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (link.isPending) return null;
  if (isRefused(choose.error ?? link.error, 'passwords.link_spent'))
    return (
      <CardPage title="This link no longer works" text="It was used already, it is too old, or the password was changed since.">
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
