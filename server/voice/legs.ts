// One phone in one call: its sound, its device, and the names by which the two know the call.
import { randomBytes } from 'node:crypto';
import type { WorkCtx } from '#kernel/context.ts';
import type { Phone } from '#providers/voice/voice.tokens.ts';
import type { Ring } from './book.ts';
import type { Seat } from './bridge.ts';
import type { Device } from './devices.ts';
import type { VoiceError } from './frames.ts';
import type { Media } from './media.ts';

export interface Leg {
  /** `CA…`; all devices of a user that ring together have the same one. */
  sid: string;
  phone: Phone;
  /** Of a user; null for a handset. */
  ctx: WorkCtx | null;
  media: Media;
  /** Null while it hears nobody. */
  seat: Seat | null;
  /** Ours. */
  sdp: string;
  /** A phone that comes back shows it. */
  reconnect: string;
  /** Null while its socket is gone. */
  device: Device | null;
  /** As the device knows the call so far: a caller's has a name of its own until we tell ours. */
  name: string;
  /** Runs while the socket is gone. */
  grace: NodeJS.Timeout | null;
  wasAnswered: boolean;
}

export const newSid = () => `CA${randomBytes(16).toString('hex')}`;

export function createLeg(device: Device, media: Media, sid: string, name: string): Leg {
  const { phone, ctx } = device;
  if (!phone) throw new Error('a device calls without a token');
  const reconnect = randomBytes(18).toString('base64url');
  return { sid, phone, ctx, media, seat: null, sdp: '', reconnect, device, name, grace: null, wasAnswered: false };
}

export const sayRinging = (leg: Leg) => {
  leg.name = leg.sid;
  leg.device?.say('ringing', { callsid: leg.sid, sdp: leg.sdp });
};

export const sayAnswer = (leg: Leg) => {
  leg.name = leg.sid;
  leg.device?.say('answer', { callsid: leg.sid, sdp: leg.sdp, reconnect: leg.reconnect });
};

export const sayHangup = (leg: Leg, error?: VoiceError) =>
  leg.device?.say('hangup', { callsid: leg.name, ...(error && { error }) });

export const sayCancel = (leg: Leg) => leg.device?.say('cancel', { callsid: leg.sid });

export function sayInvite(leg: Leg, { from, to, ring }: { from: string; to: string; ring: Ring | null }) {
  const { callId, name = '', waitingSince } = ring ?? {};
  const params = new URLSearchParams({
    ...(callId !== undefined && { id: String(callId) }),
    name,
    ...(waitingSince && { waiting_since: waitingSince }),
  });
  leg.device?.say('invite', {
    callsid: leg.sid,
    sdp: leg.sdp,
    reconnect: leg.reconnect,
    parameters: {
      CallSid: leg.sid,
      From: spoken(from),
      To: spoken(to),
      AccountSid: `AC${'0'.repeat(32)}`,
      ApiVersion: '2010-04-01',
      Params: params.toString(),
    },
  });
}

/** As the SDK names the two kinds of ends. */
const spoken = (end: string) => (/^\d{10}$/.test(end) ? `+1${end}` : `client:${end}`);
/** And back, from what it asks for. */
export const plainEnd = (to: string) => to.trim().replace(/^client:/, '');

export function closeLeg(leg: Leg) {
  if (leg.grace) clearTimeout(leg.grace);
  leg.grace = null;
  leg.media.close();
}
