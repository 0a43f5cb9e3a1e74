// Asks for the work e-mail and leaves for the company's own sign-in.
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { isRefused } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { pathAfterSignIn } from '#app/session.ts';
import { startSso } from '#contract/sso.ts';
import { placeOfBrowser } from '#web/app/place.ts';

const said = ['sso.not_set_up', 'sso.discovery', 'rate_limited'] as const;

export function SsoSignIn({ email, onCancel }: { email: string; onCancel(): void }) {
  const form = useForm({
    initialValues: { email: email.includes('@') ? email : '' },
    validate: { email: (value) => (/.@./.test(value) ? null : 'Enter your work e-mail') },
  });
  const start = useSend(startSso, { form: true, handles: said, onDone: ({ url }) => location.replace(url) }); // or Back would lead to a sign-in that is over
  const { reset } = start;
  // A page that was left is shown again as it was, waiting, when somebody comes back by the browser's own button.
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => persisted && reset();
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, [reset]);

  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        start.mutate(
          { body: { email: values.email, redirect_path: pathAfterSignIn(), place: placeOfBrowser() } },
          { onError: (error) => isRefused(error, 'invalid', ...said) && form.setFieldError('email', textOf(error)) },
        ),
      )}
    >
      <Stack gap="sm">
        <TextInput
          label="Work e-mail"
          type="email"
          autoComplete="username"
          autoFocus
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" mt="xs" loading={start.isPending || start.isSuccess} fullWidth>
          Go on
        </Button>
        <Button variant="default" size="md" onClick={onCancel} fullWidth>
          Sign in another way
        </Button>
      </Stack>
    </form>
  );
}
