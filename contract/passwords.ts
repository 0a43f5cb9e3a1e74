// Passwords: change one's own, require or set one for another user, and reset a forgotten one.
import { z } from 'zod';
import { ById, endpoint, Nothing } from './kit/endpoint.ts';

/** Length over composition (NIST SP 800-63B). The service refuses more: common passwords and personal names. */
export const passwordLength = { min: 10, max: 200 } as const;

/** The current password, asked again before changes to account security; absent if the user has none. */
export const PresentPassword = z.string().max(1000).optional();

const NewPassword = z
  .string()
  .min(passwordLength.min, `Use at least ${passwordLength.min} characters`)
  .max(passwordLength.max, `Use at most ${passwordLength.max} characters`);

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/v1/users/reset_password_instructions',
  summary: 'Mail a link to choose a new password; the answer does not show whether the account exists',
  permission: 'public',
  body: z.object({ email: z.string().trim().min(1, 'Enter your e-mail or username').max(320) }),
  response: Nothing,
  errors: ['mail.not_configured', 'rate_limited', 'origin'],
  rateLimit: { limit: 50, seconds: 600, by: 'address' },
});

export const checkPasswordLink = endpoint({
  method: 'POST',
  path: '/v1/users/check_password_link',
  summary: 'Whether the token of a mailed link, for a reset or an invitation, still works; it is not used up',
  permission: 'public',
  body: z.object({ token: z.string().min(1).max(200) }),
  response: Nothing,
  errors: ['passwords.link_spent', 'rate_limited', 'origin'],
  rateLimit: { limit: 60, seconds: 600, by: 'address' },
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/v1/users/reset_password_by_token',
  summary: 'Choose a new password with the mailed token, which works once; ends every session of the account',
  permission: 'public',
  body: z.object({ token: z.string().min(1).max(200), password: NewPassword }),
  response: Nothing,
  errors: ['passwords.link_spent', 'rate_limited', 'origin'],
  rateLimit: { limit: 20, seconds: 600, by: 'address' },
});

export const PasswordUpdate = z.object({
  /** Absent too when an administrator sets it. */
  current_password: PresentPassword,
  password: NewPassword,
});
export type PasswordUpdate = z.output<typeof PasswordUpdate>;

export const updatePassword = endpoint({
  method: 'PATCH',
  path: '/v1/users/:id/update_password',
  summary: 'Change your password: ends your other sessions. Or, as an administrator, set a temporary password for a user',
  permission: 'signed_in',
  ahead: 'password',
  oneself: true,
  params: ById,
  body: PasswordUpdate,
  response: Nothing,
  errors: ['passwords.wrong', 'passwords.sign_in_again', 'sessions.prove_yourself', 'rate_limited'],
  rateLimit: { limit: 10, seconds: 300, by: 'user' },
});
