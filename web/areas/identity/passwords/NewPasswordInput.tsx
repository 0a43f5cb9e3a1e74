// The field for a new password, with the rules in plain words. Strength is not scored.
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { passwordLength } from '#contract/passwords.ts';

export const NewPasswordInput = ({ of = 'oneself', ...props }: PasswordInputProps & { of?: 'oneself' | 'another' }) => (
  <PasswordInput
    label="New password"
    description={`At least ${passwordLength.min} characters; several words are easy to remember. Not a common password, ${names[of]}.`}
    autoComplete="new-password"
    {...props}
  />
);

const names = { oneself: 'and not your name or where you work', another: 'and not their name or where they work' };

export function wrongLength(password: string): string | null {
  if (password.length < passwordLength.min) return `Use at least ${passwordLength.min} characters`;
  return password.length > passwordLength.max ? `Use at most ${passwordLength.max} characters` : null;
}
