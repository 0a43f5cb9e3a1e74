// An operator's account with Twilio.
import { z } from 'zod';

export const telephonyEnvironment = {
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, 'must be as AC and 32 hexadecimal digits')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
};

export interface TwilioConfig {
  account: string;
  token: string;
}

type TelephonyEnvironment = z.output<z.ZodObject<typeof telephonyEnvironment>>;
const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'] as const;

export function wrongTelephony(env: TelephonyEnvironment, demo: boolean): string[] {
  const given = names.filter((name) => env[name] !== undefined);
  if (demo) return given.map((name) => `  ${name}: is for a deployment; the demo has a carrier of its own`);
  return given.length === 1
    ? names.filter((name) => !env[name]).map((name) => `  ${name}: must be set where ${given[0]} is`)
    : [];
}

export const twilioOf = ({ TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token }: TelephonyEnvironment): TwilioConfig | null =>
  account && token ? { account, token } : null;
