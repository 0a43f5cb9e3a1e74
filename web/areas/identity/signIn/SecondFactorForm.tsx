// The second step of a sign-in: the user's preferred factor, and the alternatives.
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import type { Me } from '#contract/me.ts';
import type { SecondFactorNeeded } from '#contract/signIn.ts';
import { FormError } from '#ui/FormError.tsx';
import { hasPasskeys } from '#web/areas/identity/passkeys/passkeys.browser.ts';
import { SecondFactorApp, SecondFactorMail, SecondFactorPasskey, SecondFactorRecovery } from './SecondFactorPanels.tsx';
import { type Method, methodWords } from './secondFactor.labels.ts';
import { useSecondFactor } from './useSecondFactor.ts';

const panels = { app: SecondFactorApp, email: SecondFactorMail, passkey: SecondFactorPasskey, recovery: SecondFactorRecovery };

/** Replaces the password form; the page gives frame and title. */
export function SecondFactorForm({
  needed,
  onDone,
  onCancel,
}: {
  needed: SecondFactorNeeded;
  onDone(me: Me): void;
  onCancel(): void;
}) {
  const methods: Method[] = [...needed.factors.filter((factor) => factor !== 'passkey' || hasPasskeys), 'recovery'];
  const [method, setMethod] = useState<Method>(methods[0] ?? 'recovery');
  const [choosing, setChoosing] = useState(false);
  const answer = useSecondFactor(needed, onDone);
  const Panel = panels[method];
  const isSpent = isRefused(answer.error, 'two_factor.spent');

  function choose(next: Method) {
    answer.reset();
    setChoosing(false);
    setMethod(next);
  }

  return (
    <Stack gap="lg">
      {isSpent ? (
        <FormError>
          <Text>{textOf(answer.error)}</Text>
          <Button mt="sm" variant="default" onClick={onCancel}>
            Start again
          </Button>
        </FormError>
      ) : (
        <Panel key={method} needed={needed} answer={answer} />
      )}
      {choosing ? (
        <fieldset className="group" aria-label="Another way">
          <Stack gap={4} align="flex-start">
            {methods
              .filter((other) => other !== method)
              .map((other, place) => (
                <Button key={other} variant="subtle" size="compact-sm" autoFocus={place === 0} onClick={() => choose(other)}>
                  {methodWords[other]}
                </Button>
              ))}
          </Stack>
        </fieldset>
      ) : null}
      {!isSpent && (
        <Group justify="space-between" gap="xs">
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconArrowLeft size="1rem" aria-hidden />}
            onClick={onCancel}
          >
            Back
          </Button>
          {!choosing && methods.length > 1 && (
            <Button variant="subtle" size="compact-sm" onClick={() => setChoosing(true)}>
              Use another way
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
