// Twilio's access tokens: JWT of an API key, with a grant for calls (twilio.com/docs/iam/access-tokens).
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { TwilioVoiceConfig } from '#kernel/telephony/telephonyConfig.ts';

export function twilioToken(
  { account, voice }: { account: string; voice: TwilioVoiceConfig },
  identity: string,
  seconds: number,
): Promise<string> {
  const grants = { identity, voice: { incoming: { allow: true }, outgoing: { application_sid: voice.app } } };
  return new SignJWT({ grants })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', cty: 'twilio-fpa;v=1' })
    .setJti(`${voice.keySid}-${randomUUID()}`)
    .setIssuer(voice.keySid)
    .setSubject(account)
    .setIssuedAt()
    .setExpirationTime(`${seconds} seconds`)
    .sign(new TextEncoder().encode(voice.keySecret));
}
