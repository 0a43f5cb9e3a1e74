// Twilio's webhook of texts: a form, either a text that came in or what became of one of ours.
import { z } from 'zod';
import {
  type CodeMeaning,
  type ReceivedText,
  type TextCall,
  type TextReport,
  textStatuses,
} from '#kernel/telephony/telephony.ts';
import { e164 } from './twilio.calls.ts';

const Sid = z.string().regex(/^(?:SM|MM)[0-9a-zA-Z]{1,60}$/);
const Report = z.object({
  MessageSid: Sid,
  MessageStatus: z.enum(textStatuses),
  ErrorCode: z
    .string()
    .regex(/^\d{1,8}$/)
    .optional(),
});
const Inbound = z.object({
  MessageSid: Sid,
  From: z.string().min(3).max(40),
  To: z.string().min(3).max(40),
  Body: z.string().max(10_000).default(''),
  NumMedia: z.coerce.number().pipe(z.int().min(0).max(10)).default(0),
  /** Advanced Opt-Out has answered STOP, START or HELP. */
  OptOutType: z.string().optional(),
});

/** Null: nothing that we know. */
export function readTextCall(body: Buffer): TextCall | null {
  const form = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  const { data: report } = Report.safeParse(form);
  if (report) {
    const { MessageSid: id, MessageStatus: status, ErrorCode: code = null } = report;
    return { kind: 'report', report: { id, status, code, means: meaningOf(code) } };
  }
  const { data: text } = Inbound.safeParse(form);
  if (!text) return null;
  const { MessageSid: id, From, To, Body, NumMedia, OptOutType } = text;
  const media = Array.from({ length: NumMedia }, (_, place) => form[`MediaUrl${place}`] ?? '').filter((url) => url !== '');
  return {
    kind: 'received',
    text: { id, from: digitsOf(From), to: digitsOf(To), body: Body, media, isAnswered: Boolean(OptOutType) },
  };
}

/** The form of such a call: for the demo's carrier. */
export const textCallForm = (call: TextCall): URLSearchParams =>
  new URLSearchParams(call.kind === 'report' ? reportFields(call.report) : receivedFields(call.text));

const reportFields = ({ id, status, code }: TextReport): Record<string, string> => ({
  MessageSid: id,
  MessageStatus: status,
  ...(code !== null && { ErrorCode: code }),
});

const receivedFields = ({ id, from, to, body, media, isAnswered }: ReceivedText): Record<string, string> => ({
  MessageSid: id,
  From: e164(from),
  To: e164(to),
  Body: body,
  NumMedia: String(media.length),
  ...Object.fromEntries(media.map((url, place) => [`MediaUrl${place}`, url])),
  ...(isAnswered && { OptOutType: 'STOP' }),
});

/** Source: Twilio's list of errors and warnings. */
const meanings: Record<string, CodeMeaning> = {
  21610: 'stopped',
  21614: 'landline',
  30006: 'landline',
  21211: 'dead',
  30034: 'unregistered',
};

export const meaningOf = (code: string | null): CodeMeaning | null => (code === null ? null : (meanings[code] ?? null));

/** Ten digits of the North American plan; any other number as it came. */
export const digitsOf = (number: string) => /^\+?1(\d{10})$/.exec(number)?.[1] ?? number.replace(/[^\d+]/g, '').slice(0, 20);
