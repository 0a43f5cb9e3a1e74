import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isRefused } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { requestPasswordReset } from '#contract/passwords.ts';
import { getPlatformInfo } from '#contract/platform.ts';
import { CardPage } from '#ui/CardPage.tsx';
import { FormError } from '#ui/FormError.tsx';
import { DemoMailboxLink } from '#web/areas/office/sandbox/DemoMailboxLink.tsx';

export function ResetRequest() {
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (email) => (email.trim() ? null : 'Enter your e-mail or username') },
  });
  const ask = useSend(requestPasswordReset, { form: true, handles: ['mail.not_configured', 'rate_limited'] });
  const refused = isRefused(ask.error, 'mail.not_configured', 'rate_limited') ? ask.error : null;

  if (ask.isSuccess) return <ResetMailed email={ask.variables.body.email} />;
  return (
    <CardPage title="Forgot your password?" text="Enter your e-mail or username. We mail you a link to choose a new password.">
      <form
        noValidate
        onSubmit={form.onSubmit(({ email }) =>
          ask.mutate(
            { body: { email: email.trim() } },
            { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) },
          ),
        )}
      >
        <Stack gap="sm">
          <FormError>{refused && textOf(refused)}</FormError>
          <TextInput
            label="E-mail or username"
            autoComplete="username"
            autoFocus
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            maxLength={320}
            {...form.getInputProps('email')}
          />
          <Button type="submit" size="md" mt="xs" loading={ask.isPending} fullWidth>
            Mail me a link
          </Button>
        </Stack>
      </form>
      <ToSignIn />
    </CardPage>
  );
}

/** Reveals no more than the server does: not whether an account exists. */
function ResetMailed({ email }: { email: string }) {
  const { data: platform } = useQuery(queryOf(getPlatformInfo));
  return (
    <CardPage
      title="Check your mail"
      text={
        <span role="status">
          If there is an account for {email}, we sent a mail with a link. The link works once, within an hour.
        </span>
      }
    >
      {platform?.demo ? (
        <DemoMailboxLink size="md" />
      ) : (
        <span>
          No mail after some minutes? Check your spam folder
          {platform?.support_email ? (
            <>
              , or write to <Anchor href={`mailto:${platform.support_email}`}>{platform.support_email}</Anchor>.
            </>
          ) : (
            ', or ask your administrator.'
          )}
        </span>
      )}
      <ToSignIn />
    </CardPage>
  );
}

const ToSignIn = () => (
  <Anchor renderRoot={(props) => <Link to="/login" {...props} />} ta="center">
    Back to sign-in
  </Anchor>
);
