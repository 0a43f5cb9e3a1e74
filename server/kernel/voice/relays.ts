// TURN servers for browsers whose network lets no UDP through, with credentials of their own for each phone,
// as coturn's `use-auth-secret` checks them (draft-uberti-behave-turn-rest).
import { createHmac } from 'node:crypto';
import type { VoiceConfig } from './voiceConfig.ts';

export interface Relay {
  urls: string[];
  username: string;
  credential: string;
}

/** Seconds: a phone asks for a token each hour, and the longest call lasts four. */
const lifetime = 6 * 3600;

export function relaysFor({ turn }: VoiceConfig, identity: string, now: Date): Relay[] {
  if (!turn) return [];
  const username = `${Math.floor(now.getTime() / 1_000) + lifetime}:${identity}`;
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64');
  return [{ urls: turn.urls, username, credential }];
}
