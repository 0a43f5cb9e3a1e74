// The forms for a sign-in's second step, one for each factor.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { call, isRefused } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import { type SecondFactorNeeded, startPasskeySignIn } from '#contract/signIn.ts';
import { CodeInput, isWhole } from '#ui/CodeInput.tsx';
import { FormError } from '#ui/FormError.tsx';
import { askForPasskey } from '#web/areas/identity/passkeys/passkeys.browser.ts';
import { MailAgain } from '#web/areas/identity/twoFactor/MailAgain.tsx';
import { useMailedCode } from '#web/areas/identity/twoFactor/useMailedCode.ts';
import { DemoMailboxLink } from '#web/areas/office/sandbox/DemoMailboxLink.tsx';
import { type SecondFactorAnswering, secondFactorCodes } from './useSecondFactor.ts';

interface WayProps {
  needed: SecondFactorNeeded;
  answer: SecondFactorAnswering;
}

export const SecondFactorApp = ({ answer }: WayProps) => (
  <CodeForm answer={answer}>
    <Text c="dimmed">Enter the code that your authenticator app shows.</Text>
  </CodeForm>
);

/** Sign-ins whose first code was requested, however often the form renders. */
const asked = new Set<string>();

export function SecondFactorMail({ needed, answer }: WayProps) {
  const mail = useMailedCode(needed.otp_secret, { mailed: asked.has(needed.otp_secret) });
  const { ask } = mail;
  useEffect(() => {
    if (asked.has(needed.otp_secret)) return;
    asked.add(needed.otp_secret);
    ask();
  });
  return (
    <CodeForm answer={answer}>
      <Text c="dimmed" role="status">
        {mail.sent ? `A code is on its way to ${needed.email_hint}.` : `We mail a code to ${needed.email_hint}.`}
      </Text>
      <FormError>{mail.error && textOf(mail.error)}</FormError>
      <Group gap="xs">
        <MailAgain mail={mail} />
        <DemoMailboxLink apart variant="subtle" size="compact-sm" />
      </Group>
    </CodeForm>
  );
}

export function SecondFactorPasskey({ needed, answer }: WayProps) {
  const ask = useMutation({
    mutationFn: async () => askForPasskey(await call(startPasskeySignIn, { body: { otp_secret: needed.otp_secret } })),
    meta: { handles: [...secondFactorCodes, 'two_factor.not_set_up'] },
    onSuccess: (passkey) => answer.give({ passkey }),
  });
  const wrong = said(answer) ?? (isRefused(ask.error, ...secondFactorCodes, 'two_factor.not_set_up') ? textOf(ask.error) : null);
  return (
    <Stack gap="sm">
      <Text c="dimmed">Your device asks for your fingerprint, your face or its PIN.</Text>
      <FormError>{wrong}</FormError>
      <Button size="md" fullWidth autoFocus loading={ask.isPending || answer.busy} onClick={() => ask.mutate()}>
        Use a passkey
      </Button>
    </Stack>
  );
}

export function SecondFactorRecovery({ answer }: WayProps) {
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(!code.trim());
    if (code.trim()) answer.give({ recovery_code: code });
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <Text c="dimmed">Enter one of the ten codes that you saved when you set up your second factor. Each works once.</Text>
        <TextInput
          label="Recovery code"
          size="md"
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          placeholder="xxxx-xxxx"
          value={code}
          error={missing ? 'Enter one of your recovery codes' : said(answer)}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={answer.busy}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}

function CodeForm({ answer, children }: { answer: SecondFactorAnswering; children: ReactNode }) {
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  function give(otp: string) {
    setMissing(!isWhole(otp));
    if (!isWhole(otp) || answer.busy) return;
    answer.give({ otp }, () => {
      setCode('');
      box.current?.focus();
    });
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        give(code);
      }}
    >
      <Stack gap="sm">
        {children}
        <CodeInput
          label="Code"
          inputRef={box}
          size="md"
          value={code}
          error={missing ? 'Enter all six digits' : said(answer)}
          onChange={setCode}
          onWhole={give}
        />
        <Button type="submit" size="md" fullWidth loading={answer.busy}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}

/** The last answer's error; the page above shows when no more answers are possible. */
const said = ({ error }: SecondFactorAnswering) => (isRefused(error, ...secondFactorCodes) ? textOf(error) : null);
