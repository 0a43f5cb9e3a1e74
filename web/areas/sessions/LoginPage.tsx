import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { createSession } from '#contract/sessions.ts';
import { isRefused } from '../../app/api.ts';
import { textOf } from '../../app/notices.tsx';
import { useSend } from '../../app/queries.ts';
import { beginSession } from '../../app/session.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import classes from './LoginPage.module.css';

export function LoginPage() {
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() ? null : 'Enter your e-mail or username'),
      password: (value) => (value ? null : 'Enter your password'),
    },
  });
  const signIn = useSend(createSession, {
    form: true,
    handles: ['sessions.wrong_credentials', 'rate_limited'],
    onDone: (answer) => 'otp_secret' in answer || void navigate({ href: beginSession(answer), replace: true }),
  });
  const refused = isRefused(signIn.error, 'sessions.wrong_credentials', 'rate_limited') ? signIn.error : null;

  return (
    <main className={classes.page}>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit((values) =>
          signIn.mutate(
            { body: values },
            { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) },
          ),
        )}
      >
        <BrandMark size="2.25rem" />
        <div>
          <Title order={1}>Sign in to Steward</Title>
          <Text c="dimmed" mt={4}>
            Your contacts, and what is next for each of them.
          </Text>
        </div>
        <Stack gap="sm">
          {refused && (
            <Alert color="red" variant="light" role="alert" className={classes.alert}>
              {textOf(refused)}
            </Alert>
          )}
          <TextInput
            label="E-mail or username"
            autoComplete="username"
            autoFocus
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            {...form.getInputProps('email')}
          />
          <PasswordInput label="Password" autoComplete="current-password" size="md" {...form.getInputProps('password')} />
          <Button type="submit" size="md" mt="xs" loading={signIn.isPending} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
    </main>
  );
}
