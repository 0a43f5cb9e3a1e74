import { Select } from '@mantine/core';
import { useSend } from '#app/queries.ts';
import type { SecondFactor } from '#contract/signIn.ts';
import { getTwoFactor, type TwoFactor, updateTwoFactorPreference } from '#contract/twoFactor.ts';

/** Hidden while there is only one factor. */
export function Preference({ twoFactor }: { twoFactor: TwoFactor }) {
  const prefer = useSend(updateTwoFactorPreference, { invalidates: [getTwoFactor] });
  const choices: { value: SecondFactor; label: string }[] = [
    ...(twoFactor.app ? [{ value: 'app' as const, label: 'The authenticator app' }] : []),
    ...(twoFactor.passkeys > 0 ? [{ value: 'passkey' as const, label: 'A passkey' }] : []),
    ...(twoFactor.email ? [{ value: 'email' as const, label: 'A code by mail' }] : []),
  ];
  if (choices.length < 2) return null;
  return (
    <Select
      label="Ask for this first"
      description="The others are one click away when you sign in"
      maw="22rem"
      allowDeselect={false}
      data={choices}
      value={prefer.isPending ? prefer.variables.body.preferred : twoFactor.preferred}
      onChange={(preferred) => preferred && prefer.mutate({ body: { preferred: preferred as SecondFactor } })}
    />
  );
}
