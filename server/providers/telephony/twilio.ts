// Twilio's REST API over fetch: messages, numbers, and Lookup v2.
import { z } from 'zod';
import { neverLeft } from '#kernel/http/outbound.ts';
import {
  type LineType,
  type ListedText,
  type Telephony,
  TelephonyRefused,
  TelephonyUnavailable,
  type Text,
  type TextResult,
  withRetries,
} from '#kernel/telephony/telephony.ts';
import type { TwilioConfig } from '#kernel/telephony/telephonyConfig.ts';
import { bodyOf, codeOf, e164, type Fetch, isFinal, patience, twilioCalls } from './twilio.calls.ts';
import { twilioRegistrar } from './twilio.registrar.ts';
import { isSigned } from './twilio.signature.ts';
import { digitsOf, meaningOf, readTextCall } from './twilio.texts.ts';

/** Of answers to a list; the same text is among the latest few. */
const maxListed = 50;
/** Far more than leave to one number between a send and the look for it. */
const maxPages = 5;
/** Of texts that came in, on a page. */
const mostReceived = 1_000;

const Message = z.object({ sid: z.string(), body: z.string(), num_segments: z.coerce.number() });
const Messages = z.object({
  messages: z.array(Message.extend({ date_created: z.string().refine((text) => !Number.isNaN(Date.parse(text))) })),
  next_page_uri: z.string().nullish(),
});
const Received = z.object({
  messages: z.array(
    Message.pick({ sid: true, body: true }).extend({
      from: z.string(),
      to: z.string(),
      direction: z.string(),
      num_media: z.coerce.number().catch(0),
      date_created: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
    }),
  ),
  next_page_uri: z.string().nullish(),
});
const Media = z.object({ media_list: z.array(z.object({ uri: z.string() })) });
const Offers = z.object({
  available_phone_numbers: z.array(
    z.object({
      phone_number: z.string(),
      locality: z.string().nullish(),
      region: z.string().nullish(),
      capabilities: z.object({ SMS: z.boolean().optional(), sms: z.boolean().optional(), voice: z.boolean().optional() }),
    }),
  ),
});
const Owned = z.object({ incoming_phone_numbers: z.array(z.object({ sid: z.string(), friendly_name: z.string() })) });
const Lookup = z.object({
  valid: z.boolean(),
  line_type_intelligence: z.object({ type: z.string().nullish(), carrier_name: z.string().nullish() }).nullish(),
});

const types: Record<string, LineType> = {
  mobile: 'mobile',
  landline: 'landline',
  fixedVoip: 'voip',
  nonFixedVoip: 'voip',
  tollFree: 'toll_free',
};

/** `fetch`: the sandbox answers instead of the network. */
export function twilioTelephony(config: TwilioConfig & { fetch?: Fetch }): Telephony {
  const calls = twilioCalls(config);
  const { api, authorization, ask, request, call } = calls;
  const { token, primaryProfile, voice } = config;

  const list = (path: string, query: Record<string, string | undefined>) => {
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return `${api}/${path}?${new URLSearchParams(given)}`;
  };

  /** The carrier says where its list goes on; the token is sent nowhere else. */
  function pageOf(path: string): string {
    const url = new URL(path, api).href;
    if (!url.startsWith(`${api}/`)) throw new TelephonyUnavailable('the list goes on elsewhere');
    return url;
  }

  async function findOwned(number: string): Promise<{ id: string; owner: string } | null> {
    const { incoming_phone_numbers } = await call(Owned, 'GET', list('IncomingPhoneNumbers.json', { PhoneNumber: e164(number) }));
    const [found] = incoming_phone_numbers;
    return found ? { id: found.sid, owner: found.friendly_name } : null;
  }

  return {
    ...(primaryProfile && { registrar: twilioRegistrar(calls, primaryProfile) }),
    isSigned: ({ url, form, signature }) => isSigned(token, url, form, signature),
    readCall: readTextCall,
    async fetchMedia(url, most) {
      if (!url.startsWith(`${api}/Messages/`) || url.includes('..')) throw new TelephonyRefused('no address of the carrier');
      const get = (address: string, headers: Record<string, string>) =>
        ask(address, { method: 'GET', headers, redirect: 'manual', signal: AbortSignal.timeout(patience) });
      try {
        const first = await get(url, { authorization });
        const elsewhere = first.headers.get('location');
        // The store of the carrier gets no token of ours.
        const response = elsewhere && isOfStore(elsewhere) ? await get(elsewhere, {}) : first;
        if (!response.ok) {
          if (isFinal(response.status) || response.status < 400) throw new TelephonyRefused(String(response.status));
          throw new TelephonyUnavailable(`the carrier answered ${response.status}`);
        }
        return await readAtMost(response, most);
      } catch (cause) {
        if (cause instanceof TelephonyRefused || cause instanceof TelephonyUnavailable) throw cause;
        throw new TelephonyUnavailable('the carrier does not answer', { cause });
      }
    },
    async sendText(text) {
      try {
        const response = await request('POST', `${api}/Messages.json`, formOf(text));
        return resultOf(response, await bodyOf(response));
      } catch (error) {
        return neverLeft(error) ? { result: 'later', code: 'unreachable', tooFast: false, seconds: null } : { result: 'unknown' };
      }
    },
    async findText({ from, to, body }, since, except = []) {
      // Not asked by DateSent: a text that still waits at the carrier has none. Its moments are whole seconds.
      const earliest = Math.floor(since.getTime() / 1_000) * 1_000;
      let page: string | null = list('Messages.json', { From: e164(from), To: e164(to), PageSize: String(maxListed) });
      for (let read = 0; page !== null && read < maxPages; read++) {
        const { messages, next_page_uri: next }: z.output<typeof Messages> = await call(Messages, 'GET', page);
        const late = messages.filter(({ date_created }) => Date.parse(date_created) >= earliest);
        const found = late.find((message) => message.body === body && !except.includes(message.sid));
        if (found) return { id: found.sid, segments: found.num_segments };
        page = late.length > 0 && next ? pageOf(next) : null;
      }
      if (page !== null) throw new TelephonyUnavailable('the list has no end');
      return null;
    },
    async listReceived(number, since) {
      const found: ListedText[] = [];
      const day = since.toISOString().slice(0, 10); // the carrier knows days alone
      let page: string | null = list('Messages.json', { To: e164(number), 'DateSent>': day, PageSize: String(mostReceived) });
      for (let read = 0; page !== null && read < maxPages; read++) {
        const { messages, next_page_uri: next }: z.output<typeof Received> = await call(Received, 'GET', page);
        for (const { sid: id, from, to, body, direction, num_media: pictures, date_created } of messages)
          if (direction === 'inbound' && Date.parse(date_created) >= since.getTime())
            found.push({ id, from: digitsOf(from), to: digitsOf(to), body, pictures, at: new Date(date_created) });
        page = next ? pageOf(next) : null;
      }
      if (page !== null) throw new TelephonyUnavailable('the list has no end');
      return found.toSorted((a, b) => a.at.getTime() - b.at.getTime());
    },
    async listMedia(id) {
      const { media_list } = await call(Media, 'GET', `${api}/Messages/${encodeURIComponent(id)}/Media.json`);
      return media_list.map(({ uri }) => pageOf(uri).replace(/\.json$/, ''));
    },
    async lookUp(number) {
      const url = `https://lookups.twilio.com/v2/PhoneNumbers/${e164(number)}?Fields=line_type_intelligence`;
      const { valid, line_type_intelligence: line } = await call(Lookup, 'GET', url);
      return { valid, type: line?.type ? (types[line.type] ?? 'other') : null, carrier: line?.carrier_name ?? '' };
    },
    async searchNumbers({ areaCode, contains, state, limit }) {
      const query = { AreaCode: areaCode, Contains: contains, InRegion: state, PageSize: String(limit), SmsEnabled: 'true' };
      const { available_phone_numbers } = await call(Offers, 'GET', list('AvailablePhoneNumbers/US/Local.json', query));
      return available_phone_numbers.slice(0, limit).map(({ phone_number, locality, region, capabilities }) => ({
        number: phone_number.replace(/^\+1/, ''),
        city: locality ?? '',
        state: region ?? '',
        texts: (capabilities.SMS ?? capabilities.sms) === true,
        calls: capabilities.voice === true,
      }));
    },
    async buyNumber(number, { owner, inbound }) {
      const owned = await findOwned(number);
      if (owned && owned.owner !== owner) throw new TelephonyRefused('taken');
      if (owned) return { id: owned.id };
      const form: [string, string][] = [
        ['PhoneNumber', e164(number)],
        ['FriendlyName', owner],
        ['SmsUrl', withRetries(inbound)],
        ...(voice ? ([['VoiceApplicationSid', voice.app]] as [string, string][]) : []),
      ];
      try {
        const { sid } = await call(z.object({ sid: z.string() }), 'POST', `${api}/IncomingPhoneNumbers.json`, form);
        return { id: sid };
      } catch (error) {
        // An earlier try, whose answer was lost, or another one at the same time may have bought it.
        const bought = error instanceof TelephonyRefused ? await findOwned(number) : null;
        if (bought?.owner !== owner) throw error;
        return { id: bought.id };
      }
    },
    async check() {
      const response = await request('GET', `${api}.json`).catch(() => null);
      if (!response) return 'NO_ANSWER';
      const body = await bodyOf(response);
      if (!response.ok) return codeOf(response, body);
      const { data: { status } = { status: 'unknown' } } = z.object({ status: z.string() }).safeParse(body);
      return status === 'active' ? null : status.toUpperCase();
    },
    async releaseNumber(id) {
      await call(z.unknown(), 'DELETE', `${api}/IncomingPhoneNumbers/${encodeURIComponent(id)}.json`).catch((error: unknown) => {
        if (!(error instanceof TelephonyRefused && error.code === '20404')) throw error;
      });
    },
  };
}

const stores = /^https:\/\/(?:[a-z0-9-]+\.)+(?:twilio\.com|twiliocdn\.com|amazonaws\.com)\//;
const isOfStore = (address: string) => stores.test(address);

async function readAtMost(response: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > most) throw new TelephonyRefused('too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const formOf = ({ from, to, body, media = [], report, goodFor }: Text): [string, string][] => [
  ['From', e164(from)],
  ['To', e164(to)],
  ['Body', body],
  ...media.map((address): [string, string] => ['MediaUrl', address]),
  ...(report ? ([['StatusCallback', withRetries(report)]] as [string, string][]) : []),
  ...(goodFor ? ([['ValidityPeriod', String(goodFor)]] as [string, string][]) : []),
];

function resultOf(response: Response, body: unknown): TextResult {
  const code = codeOf(response, body);
  if (response.ok) {
    const message = Message.safeParse(body);
    return message.success
      ? { result: 'accepted', id: message.data.sid, segments: message.data.num_segments }
      : { result: 'unknown' };
  }
  if (isFinal(response.status)) return { result: 'refused', code, means: meaningOf(code) };
  // A gateway's 5xx leaves open whether the message was made.
  if (response.status >= 500) return { result: 'unknown' };
  const seconds = secondsOf(response);
  return { result: 'later', code, tooFast: response.status === 429 || seconds !== null, seconds };
}

const secondsOf = (response: Response) => Number(response.headers.get('retry-after')) || null;
