// The words of the phone's protocol (PStream), as the browser's SDK speaks it. docs/decisions/0093 says where
// they come from.
import { z } from 'zod';

/** Codes that the SDK knows, in its own catalogue. */
export const voiceErrors = {
  notAllowed: { code: 31201, message: 'Not allowed' },
  badToken: { code: 31204, message: 'The token is not valid' },
  expiredToken: { code: 31205, message: 'The token has expired' },
  notFound: { code: 31404, message: 'Nobody has this number' },
  unavailable: { code: 31480, message: 'Nobody can answer now' },
  busy: { code: 31486, message: 'Busy' },
  declined: { code: 31603, message: 'Declined' },
  failed: { code: 31000, message: 'The call could not be made' },
  mediaLost: { code: 53405, message: 'The sound of this call was lost' },
} as const;
export interface VoiceError {
  code: number;
  message: string;
}

const Sdp = z.string().min(1).max(30_000);
const CallId = z.string().min(1).max(100);
const payloads = {
  listen: z.object({ token: z.string().max(4_000), reconnectTimeout: z.number().min(0).max(600).default(0) }),
  register: z.object({ media: z.object({ audio: z.boolean() }).default({ audio: true }) }),
  invite: z.object({
    callsid: CallId,
    sdp: Sdp,
    reconnect: z.string().max(200).optional(),
    twilio: z.object({ params: z.string().max(10_000).default('') }).default({ params: '' }),
  }),
  answer: z.object({ callsid: CallId, sdp: Sdp }),
  reinvite: z.object({ callsid: CallId, sdp: Sdp }),
  reject: z.object({ callsid: CallId }),
  hangup: z.object({ callsid: CallId }),
  dtmf: z.object({ callsid: CallId, dtmf: z.string().max(100) }),
  message: z.object({ callsid: CallId.optional(), voiceeventsid: z.string().max(100).default('') }),
};
type Payloads = typeof payloads;
export type Frame = { [Type in keyof Payloads]: { type: Type; payload: z.output<Payloads[Type]> } }[keyof Payloads];

const AnyFrame = z.object({ type: z.string().max(50), payload: z.unknown().optional() });

/**
 * `unknown`: of another version of the SDK. Null: against the protocol.
 */
export function readFrame(text: string): Frame | 'beat' | 'unknown' | null {
  if (text.trim() === '') return 'beat';
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const said = AnyFrame.safeParse(json).data;
  if (!said) return null;
  if (!Object.hasOwn(payloads, said.type)) return 'unknown';
  const type = said.type as keyof Payloads;
  const payload = payloads[type].safeParse(said.payload ?? {});
  return payload.success ? ({ type, payload: payload.data } as Frame) : null;
}

export const writeFrame = (type: string, payload: object) => JSON.stringify({ payload, type, version: '1.6' });
export const beat = '\n';
