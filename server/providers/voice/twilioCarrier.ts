// Calls over Twilio's REST: conferences with their participants, calls, recordings, the application and
// numbers.
import { z } from 'zod';
import type { Config } from '#kernel/ops/config.ts';
import { TelephonyRefused, TelephonyUnavailable } from '#kernel/telephony/telephony.ts';
import type { TwilioConfig, TwilioVoiceConfig } from '#kernel/telephony/telephonyConfig.ts';
import { applicationOf, type CarrierVoice, type LegChange, type LegState, type NewLeg } from '#kernel/voice/carrier.ts';
import { e164, type Fetch, type Form, isFinal, twilioCalls } from '#providers/telephony/twilio.calls.ts';
import { isSigned } from '#providers/telephony/twilio.signature.ts';

/** Milliseconds for a recording of hours. */
const recordingPatience = 10 * 60_000;
/** Seconds: as long as Twilio lets a leg live where nobody says otherwise. */
const longestLeg = 4 * 3600;

const Named = z.object({ sid: z.string() });
const Participant = z.object({ call_sid: z.string(), conference_sid: z.string() });
const Call = z.object({ status: z.string() });
/** `duration`: seconds; -1 while it is worked on. */
const Recordings = z.object({
  recordings: z.array(z.object({ sid: z.string(), status: z.string(), duration: z.coerce.number().nullable() })),
});
const states: Record<string, LegState> = {
  queued: 'ringing',
  initiated: 'ringing',
  ringing: 'ringing',
  'in-progress': 'talking',
};

export type TwilioVoiceAccount = TwilioConfig & {
  voice: TwilioVoiceConfig;
  fetch?: Fetch;
  /** Gives the address at which the carrier reaches us. */
  config: Pick<Config, 'publicUrl' | 'port'>;
};

export function twilioCarrier(config: TwilioVoiceAccount): CarrierVoice {
  const { api, authorization, ask, call } = twilioCalls(config);
  const { app } = config.voice;
  const participants = (conference: string) => `${api}/Conferences/${conference}/Participants`;
  const post = (path: string, form: Form) => call(z.unknown(), 'POST', path, form);

  return {
    app,
    isSigned: ({ url, form, signature }) => isSigned(config.token, url, form, signature),
    async setUp() {
      const { calls, ended } = applicationOf(config.config);
      await post(`${api}/Applications/${app}.json`, [
        ['VoiceUrl', calls],
        ['VoiceMethod', 'POST'],
        ['StatusCallback', ended],
        ['StatusCallbackMethod', 'POST'],
      ]);
    },
    async attachNumber(id) {
      await post(`${api}/IncomingPhoneNumbers/${encodeURIComponent(id)}.json`, [['VoiceApplicationSid', app]]);
    },
    async addLeg(name, leg) {
      const { call_sid: sid, conference_sid: conference } = await call(
        Participant,
        'POST',
        `${participants(name)}.json`,
        formOf(leg),
      );
      return { sid, conference };
    },
    async changeLeg(conference, sid, change) {
      await post(`${participants(conference)}/${sid}.json`, changeOf(change));
    },
    async hangUp(sid) {
      await post(`${api}/Calls/${sid}.json`, [['Status', 'completed']]).catch(unlessOver);
    },
    async redirect(sid, answer) {
      await post(`${api}/Calls/${sid}.json`, [['Twiml', answer]]);
    },
    async findLeg(sid) {
      try {
        const { status } = await call(Call, 'GET', `${api}/Calls/${sid}.json`);
        return states[status] ?? 'ended';
      } catch (error) {
        if (error instanceof TelephonyRefused && error.code === '20404') return null;
        throw error;
      }
    },
    async announce(conference, address) {
      await post(`${api}/Conferences/${conference}.json`, [
        ['AnnounceUrl', address],
        ['AnnounceMethod', 'GET'],
      ]);
    },
    async endConference(conference) {
      await post(`${api}/Conferences/${conference}.json`, [['Status', 'completed']]).catch(unlessOver);
    },
    async record(leg, report) {
      const { sid } = await call(Named, 'POST', `${api}/Calls/${leg}/Recordings.json`, [
        ['RecordingChannels', 'dual'],
        ['RecordingTrack', 'both'],
        ['Trim', 'do-not-trim'],
        ['RecordingStatusCallback', report],
        ['RecordingStatusCallbackEvent', 'completed absent'],
      ]);
      return sid;
    },
    async changeRecording(leg, recording, to) {
      const status = to === 'running' ? 'in-progress' : to;
      const form: Form = [['Status', status], ...(to === 'paused' ? ([['PauseBehavior', 'skip']] as Form) : [])];
      await post(`${api}/Calls/${leg}/Recordings/${recording}.json`, form).catch(unlessOver);
    },
    async listRecordings(leg) {
      const { recordings } = await call(Recordings, 'GET', `${api}/Calls/${leg}/Recordings.json`);
      return recordings
        .filter(({ status }) => status !== 'absent' && status !== 'deleted')
        .map(({ sid: recording, status, duration }) => ({ recording, seconds: status === 'completed' ? duration : null }));
    },
    async fetchRecording(recording) {
      const get = (url: string, headers: Record<string, string>) =>
        ask(url, { method: 'GET', headers, redirect: 'manual', signal: AbortSignal.timeout(recordingPatience) });
      try {
        const first = await get(`${api}/Recordings/${encodeURIComponent(recording)}.wav?RequestedChannels=2`, { authorization });
        const elsewhere = first.headers.get('location');
        // The store of the carrier gets no token of ours.
        const response = elsewhere && isOfStore(elsewhere) ? await get(elsewhere, {}) : first;
        if (response.ok && response.body) return response.body;
        if (isFinal(response.status)) throw new TelephonyRefused(String(response.status));
        throw new TelephonyUnavailable(`the carrier answered ${response.status}`);
      } catch (cause) {
        if (cause instanceof TelephonyRefused || cause instanceof TelephonyUnavailable) throw cause;
        throw new TelephonyUnavailable('the carrier does not answer', { cause });
      }
    },
    async dropRecording(recording) {
      await call(z.unknown(), 'DELETE', `${api}/Recordings/${encodeURIComponent(recording)}.json`).catch(unlessOver);
    },
  };
}

const stores = /^https:\/\/(?:[a-z0-9-]+\.)+(?:twilio\.com|twiliocdn\.com|amazonaws\.com)\//;
const isOfStore = (address: string) => stores.test(address);

/** 20404: it is gone; 21220: it has ended. */
function unlessOver(error: unknown): void {
  if (!(error instanceof TelephonyRefused && ['20404', '21220'].includes(error.code))) throw error;
}

const flag = (name: string, value: boolean | undefined): Form => (value === undefined ? [] : [[name, String(value)]]);

function formOf({ to, from, label, rings, isHeardRinging, endsAll, watches, reports }: NewLeg): Form {
  const called = 'number' in to ? e164(to.number) : `client:${to.identity}?${new URLSearchParams(to.told)}`;
  return [
    ['From', e164(from)],
    ['To', called],
    ['Label', label],
    ['Timeout', String(rings)],
    ['TimeLimit', String(longestLeg)],
    ['Beep', 'false'],
    ['EarlyMedia', String(isHeardRinging)],
    ['EndConferenceOnExit', String(endsAll)],
    ['StatusCallback', reports.leg],
    ['StatusCallbackEvent', 'answered'],
    ['StatusCallbackEvent', 'completed'],
    ['ConferenceStatusCallback', reports.conference],
    ...['start', 'end', 'join', 'leave', 'announcement'].map((event): [string, string] => [
      'ConferenceStatusCallbackEvent',
      event,
    ]),
    ...flag('Muted', watches?.isMuted),
    ...coachOf(watches?.coaches ?? null),
  ];
}

const coachOf = (sid: string | null): Form => (sid === null ? [] : [['Coaching', 'true'], ['CallSidToCoach', sid]]); // biome-ignore format: one line

function changeOf({ hold, endsAll, isMuted, coaches }: LegChange): Form {
  const held: Form = hold ? [['Hold', 'true'], ['HoldUrl', hold], ['HoldMethod', 'GET']] : [['Hold', 'false']]; // biome-ignore format: one line
  return [
    ...(hold === undefined ? [] : held),
    ...flag('EndConferenceOnExit', endsAll),
    ...flag('Muted', isMuted),
    ...(coaches === undefined ? [] : coaches === null ? ([['Coaching', 'false']] as Form) : coachOf(coaches)),
  ];
}
