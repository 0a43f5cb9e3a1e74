// An operator's account with Twilio.
import { z } from 'zod';

export const telephonyEnvironment = {
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, 'must be as AC and 32 hexadecimal digits')
    .optional(),
  TWILIO_PRIMARY_PROFILE: z
    .string()
    .regex(/^BU[0-9a-f]{32}$/, 'must be as BU and 32 hexadecimal digits')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
};

export interface TwilioConfig {
  account: string;
  token: string;
  /** The operator's own approved profile, which vouches for companies that register. */
  primaryProfile?: string | null;
}

type TelephonyEnvironment = z.output<z.ZodObject<typeof telephonyEnvironment>>;
const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'] as const;

export function wrongTelephony(env: TelephonyEnvironment, demo: boolean): string[] {
  const given = names.filter((name) => env[name] !== undefined);
  if (demo) return given.map((name) => `  ${name}: is for a deployment; the demo has a carrier of its own`);
  if (env.TWILIO_PRIMARY_PROFILE && given.length === 0)
    return ['  TWILIO_PRIMARY_PROFILE: is of an account, so TWILIO_ACCOUNT_SID must be set, too'];
  return given.length === 1
    ? names.filter((name) => !env[name]).map((name) => `  ${name}: must be set where ${given[0]} is`)
    : [];
}

export const twilioOf = (env: TelephonyEnvironment): TwilioConfig | null => {
  const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token, TWILIO_PRIMARY_PROFILE: primaryProfile = null } = env;
  return account && token ? { account, token, primaryProfile } : null;
};
