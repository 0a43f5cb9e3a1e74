// The field for a new password, with the rules in plain words. Strength is not scored.
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { passwordLength } from '#contract/passwords.ts';

export const NewPasswordInput = ({ of = 'oneself', ...props }: PasswordInputProps & { of?: 'oneself' | 'another' }) => (
  <PasswordInput
    label="New password"
    description={`At least ${passwordLength.min} characters; several words are easy to keep in mind. Not a common password, ${names[of]}.`}
    autoComplete="new-password"
    {...seen}
    {...props}
  />
);

const names = { oneself: 'and not your name or where you work', another: 'and not their name or where they work' };

/** The eye is a button as any other: by keyboard too, and by its name. */
export const seen = {
  visibilityToggleButtonProps: { 'aria-label': 'Show the password', 'aria-hidden': false, tabIndex: 0 },
} as const;

export function wrongLength(password: string): string | null {
  if (password.length < passwordLength.min) return `Use at least ${passwordLength.min} characters`;
  return password.length > passwordLength.max ? `Use at most ${passwordLength.max} characters` : null;
}
