// Password reset: request a link or, with the link's token, choose a new password.
import { useSearch } from '@tanstack/react-router';
import { ResetChoice } from './ResetChoice.tsx';
import { ResetRequest } from './ResetRequest.tsx';

export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/reset-password' });
  return token ? <ResetChoice token={token} /> : <ResetRequest />;
}
