import { Button, PasswordInput, Text } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { isRefused } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import { signOut } from '#app/session.ts';

/** Empty for a user without a password. */
export const Proof = ({ asked, field, focus = false }: { asked: boolean; field: GetInputPropsReturnType; focus?: boolean }) =>
  asked ? (
    <PasswordInput label="Your password" autoComplete="current-password" {...(focus && { 'data-autofocus': true })} {...field} />
  ) : null;

/** An error of the whole form, with a link to solve it. */
export const ProofError = ({ error }: { error: Error }) => (
  <>
    <Text>{textOf(error)}</Text>
    {isRefused(error, 'passwords.sign_in_again') && (
      <Button mt="sm" variant="default" onClick={() => void signOut()}>
        Sign in again
      </Button>
    )}
  </>
);
