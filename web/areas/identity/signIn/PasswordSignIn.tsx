import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isRefused } from '#app/api.ts';
import { browserTimeZone } from '#app/browserZone.ts';
import { textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { takeEnded } from '#app/session.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import { errorCodes } from '#contract/kit/errors.ts';
import { createSession } from '#contract/signIn.ts';
import { FormError } from '#ui/FormError.tsx';
import classes from './LoginPage.module.css';
import type { SignInError } from './signIn.errors.ts';

/** Read once, before it is cleared: losing a session reloads the page. */
const wasEnded = takeEnded();

/** Shown beside the form, not in a notice that disappears. */
const said = ['sessions.wrong_credentials', 'sessions.address_refused', 'sso.required', 'rate_limited'] as const;

export function PasswordSignIn({
  email,
  error,
  onEmail,
  onDone,
}: {
  email: string;
  /** The error of single sign-on, which came back here. */
  error: SignInError | undefined;
  onEmail: (email: string) => void;
  onDone: (answer: AnswerOf<typeof createSession>) => void;
}) {
  const form = useForm({
    initialValues: { email, password: '' },
    validate: {
      email: (value) => (value.trim() ? null : 'Enter your e-mail or username'),
      password: (value) => (value ? null : 'Enter your password'),
    },
    onValuesChange: (values) => onEmail(values.email),
  });
  const signIn = useSend(createSession, { form: true, handles: said, onDone });
  const refused = isRefused(signIn.error, ...said)
    ? textOf(signIn.error)
    : signIn.isIdle
      ? error
        ? (Object.hasOwn(errorCodes, error) ? errorCodes[error] : errorCodes.internal).text
        : wasEnded && 'You were signed out. Sign in to continue.'
      : undefined;

  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        signIn.mutate(
          { body: { ...values, place: browserTimeZone() } },
          { onError: (problem) => isRefused(problem, 'invalid') && form.setErrors(problem.fieldErrors) },
        ),
      )}
    >
      <Stack gap="sm">
        <FormError>{refused}</FormError>
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
        <Anchor href="/reset-password" className={classes.forgot}>
          Forgot your password?
        </Anchor>
        <Button type="submit" size="md" loading={signIn.isPending} fullWidth>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
