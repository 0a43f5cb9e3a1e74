// Asks for the work e-mail and goes to the company's sign-in provider.
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { isRefused } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { pathAfterSignIn } from '#app/session.ts';
import { startSso } from '#contract/sso.ts';
import { browserTimeZone } from '#web/app/browserZone.ts';

const said = ['sso.not_set_up', 'sso.discovery', 'rate_limited'] as const;

export function SsoSignIn({ email, onCancel }: { email: string; onCancel(): void }) {
  const form = useForm({
    initialValues: { email: email.includes('@') ? email : '' },
    validate: { email: (value) => (/.@./.test(value) ? null : 'Enter your work e-mail') },
  });
  const start = useSend(startSso, { form: true, handles: said, onDone: ({ url }) => location.replace(url) }); // replace: Back must not lead to a finished sign-in
  const { reset } = start;
  // With the browser's Back button the page may reappear in its waiting state.
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
          { body: { email: values.email, redirect_path: pathAfterSignIn(), place: browserTimeZone() } },
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
          Continue
        </Button>
        <Button variant="default" size="md" onClick={onCancel} fullWidth>
          Sign in another way
        </Button>
      </Stack>
    </form>
  );
}
