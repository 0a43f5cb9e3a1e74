import { browserTimeZone } from '#app/browserZone.ts';
import { useSend } from '#app/queries.ts';
import type { Me } from '#contract/me.ts';
import { answerSecondFactor, type SecondFactorNeeded } from '#contract/signIn.ts';

export const secondFactorCodes = [
  'two_factor.wrong_code',
  'two_factor.spent',
  'passkeys.refused',
  'sessions.address_refused',
  'rate_limited',
] as const;

/** Sends one answer at a time for a waiting sign-in. */
export function useSecondFactor({ otp_secret }: SecondFactorNeeded, onDone: (me: Me) => void) {
  const { mutate, reset, error, isPending } = useSend(answerSecondFactor, { handles: secondFactorCodes, onDone });
  return {
    error,
    busy: isPending,
    reset,
    give: (
      given: Pick<Parameters<typeof mutate>[0]['body'], 'otp' | 'recovery_code' | 'passkey'>,
      onError: () => void = () => {},
    ) => mutate({ body: { otp_secret, place: browserTimeZone(), ...given } }, { onError }),
  };
}
export type SecondFactorAnswering = ReturnType<typeof useSecondFactor>;
