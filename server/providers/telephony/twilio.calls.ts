// Calls of Twilio's REST over fetch: how they are signed, and what their answers mean.
import { z } from 'zod';
import { TelephonyRefused, TelephonyUnavailable } from '#kernel/telephony/telephony.ts';
import type { TwilioConfig } from '#kernel/telephony/telephonyConfig.ts';

/** Milliseconds for one call. */
export const patience = 20_000;

export type Form = [string, string][];
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** `fetch`: the sandbox answers instead of the network. */
export function twilioCalls({ account, token, fetch: ask = fetch }: TwilioConfig & { fetch?: Fetch }) {
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;

  const request = (method: string, url: string, form?: Form) =>
    ask(url, {
      method,
      headers: { authorization, accept: 'application/json' },
      redirect: 'error', // or it would carry the token along
      signal: AbortSignal.timeout(patience),
      ...(form && { body: new URLSearchParams(form) }),
    });

  /** For calls that may be repeated: any doubt is TelephonyUnavailable. */
  async function call<S extends z.ZodType>(schema: S, method: string, url: string, form?: Form): Promise<z.output<S>> {
    let answer: { response: Response; body: unknown };
    try {
      const response = await request(method, url, form);
      answer = { response, body: await bodyOf(response) };
    } catch (cause) {
      throw new TelephonyUnavailable('the carrier does not answer', { cause });
    }
    const { response, body } = answer;
    if (isFinal(response.status)) throw new TelephonyRefused(codeOf(response, body));
    if (!response.ok) throw new TelephonyUnavailable(`the carrier answered ${codeOf(response, body)}`);
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw new TelephonyUnavailable('the carrier answered something else');
    return parsed.data;
  }

  return { api: `https://api.twilio.com/2010-04-01/Accounts/${account}`, authorization, ask, request, call };
}

export type TwilioCalls = ReturnType<typeof twilioCalls>;

/** Not 401, 403 and 429: a wrong account and the pace are not the fault of what was asked. */
export const isFinal = (status: number) => status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);

/** Null where the answer is empty or no JSON. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** The carrier's own code; never its text, which repeats the number. */
export function codeOf(response: Response, body: unknown): string {
  const code = z.object({ code: z.number() }).safeParse(body);
  return String(code.success ? code.data.code : response.status);
}

export const e164 = (number: string) => `+1${number}`;
