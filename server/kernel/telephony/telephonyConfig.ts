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
  /** Signs the tokens of the browsers’ phones. */
  TWILIO_API_KEY_SID: z
    .string()
    .regex(/^SK[0-9a-f]{32}$/, 'must be as SK and 32 hexadecimal digits')
    .optional(),
  TWILIO_API_KEY_SECRET: z.string().min(16, 'must be at least 16 characters').optional(),
  /** The TwiML app that handles calls of browsers and of our numbers. */
  TWILIO_VOICE_APP_SID: z
    .string()
    .regex(/^AP[0-9a-f]{32}$/, 'must be as AP and 32 hexadecimal digits')
    .optional(),
};

export interface TwilioConfig {
  account: string;
  token: string;
  /** The operator's own approved profile, which vouches for companies that register. */
  primaryProfile?: string | null;
  /** Null: calls go through our own gateway. */
  voice?: TwilioVoiceConfig | null;
}

export interface TwilioVoiceConfig {
  keySid: string;
  keySecret: string;
  app: string;
}

type TelephonyEnvironment = z.output<z.ZodObject<typeof telephonyEnvironment>>;
const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'] as const;
const voiceNames = ['TWILIO_API_KEY_SID', 'TWILIO_API_KEY_SECRET', 'TWILIO_VOICE_APP_SID'] as const;

export function wrongTelephony(env: TelephonyEnvironment, demo: boolean): string[] {
  const given = names.filter((name) => env[name] !== undefined);
  const ofVoice = voiceNames.filter((name) => env[name] !== undefined);
  if (demo) return [...given, ...ofVoice].map((name) => `  ${name}: is for a deployment; the demo has a carrier of its own`);
  if (env.TWILIO_PRIMARY_PROFILE && given.length === 0)
    return ['  TWILIO_PRIMARY_PROFILE: is of an account, so TWILIO_ACCOUNT_SID must be set, too'];
  const first = given[0] ?? ofVoice[0];
  const wanted = [...(first ? names : []), ...(ofVoice.length > 0 ? voiceNames : [])];
  return wanted.filter((name) => !env[name]).map((name) => `  ${name}: must be set where ${ofVoice[0] ?? first} is`);
}

export const twilioOf = (env: TelephonyEnvironment): TwilioConfig | null => {
  const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token, TWILIO_PRIMARY_PROFILE: primaryProfile = null } = env;
  return account && token ? { account, token, primaryProfile, voice: twilioVoiceOf(env) } : null;
};

function twilioVoiceOf(env: TelephonyEnvironment): TwilioVoiceConfig | null {
  const { TWILIO_API_KEY_SID: keySid, TWILIO_API_KEY_SECRET: keySecret, TWILIO_VOICE_APP_SID: app } = env;
  return keySid && keySecret && app ? { keySid, keySecret, app } : null;
}
