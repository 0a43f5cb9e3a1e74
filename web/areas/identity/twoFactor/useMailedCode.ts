// Requests a code by mail, and counts the wait until the next.
import { useEffect, useState } from 'react';
import { useSend } from '#app/queries.ts';
import { sendOtp } from '#contract/twoFactor.ts';

/** Seconds; the server's own pause (twoFactor.mailCodes.ts). */
const pause = 30;

/** `mailed`: a code was sent already. */
export function useMailedCode(otpSecret: string, { mailed = false } = {}) {
  const [wait, setWait] = useState(mailed ? pause : 0);
  const [sent, setSent] = useState(mailed);
  const send = useSend(sendOtp, {
    handles: ['two_factor.spent', 'two_factor.not_set_up', 'mail.not_configured', 'rate_limited'],
    onDone: () => {
      setSent(true);
      setWait(pause);
    },
  });
  useEffect(() => {
    if (wait === 0) return;
    const tick = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(tick);
  }, [wait]);
  return {
    sent,
    wait,
    busy: send.isPending,
    error: send.error,
    ask: () => send.mutate({ body: { otp_secret: otpSecret } }),
  };
}
export type MailedCode = ReturnType<typeof useMailedCode>;
