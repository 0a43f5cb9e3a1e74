// Twilio for tests, behind the adapter's `fetch`: REST of conferences, calls and recordings with its rules,
// signed callbacks, and phones. It carries no sound, but knows which phones would hear each other.
import { randomBytes } from 'node:crypto';
import type { Fetch } from '#providers/telephony/twilio.calls.ts';
import { signatureOf } from '#providers/telephony/twilio.signature.ts';
import { wavHeader } from '../../server/voice/recorder.ts';
import type { Conference, Recording, Status, TwilioCall } from './twilioCalls.ts';

export type { TwilioCall };

export const twilioAccount = {
  account: `AC${'1'.repeat(32)}`,
  token: 'twilio-auth-token-of-tests',
  voice: { keySid: `SK${'2'.repeat(32)}`, keySecret: 'twilio-key-secret-of-tests', app: `AP${'3'.repeat(32)}` },
};

/** `post`: brings a callback to the product, with its signature, and answers status and body. */
export type Post = (url: string, body: string, signature: string) => Promise<{ status: number; body: string }>;

const sidOf = (kind: string) => `${kind}${randomBytes(16).toString('hex')}`;
const isOver = ({ status }: TwilioCall) => !['queued', 'ringing', 'in-progress'].includes(status);

export type TwilioSandbox = ReturnType<typeof twilioSandbox>;

export function twilioSandbox(post: Post) {
  const { account, token, voice } = twilioAccount;
  const calls = new Map<string, TwilioCall>();
  const conferences: Conference[] = [];
  const recordings = new Map<string, Recording>();
  const attached: string[] = [];
  const browsers = new Set<string>();
  const application = { calls: '', ended: '' };
  const told: { url: string; form: URLSearchParams; status: number }[] = [];
  let [isLosing, isDropping] = [false, false];
  let queue = Promise.resolve();

  const plain = (url: string) => url.replace(/#.*$/, '');
  async function send(url: string, fields: Record<string, string>): Promise<string> {
    const form = new URLSearchParams({ AccountSid: account, ...fields });
    const address = plain(url);
    const { status, body } = await post(address, form.toString(), signatureOf(token, address, form));
    told.push({ url: address, form, status });
    return status === 200 ? body : '';
  }
  /** Callbacks go out one after another, and wait for no call to the REST. */
  const tell = (url: string | null, fields: Record<string, string>) => {
    if (!url || isLosing) return;
    queue = queue.then(async () => void (await send(url, fields).catch(() => '')));
  };

  // ── legs and conferences ──────────────────────────────────────────────────

  const members = (conference: Conference) => [...calls.values()].filter((call) => call.conference === conference);
  const fieldsOf = ({ sid, from, to, status }: TwilioCall) => ({ CallSid: sid, From: from, To: to, CallStatus: status });

  function tellConference(conference: Conference, event: string, more: Record<string, string> = {}) {
    const name = event.replace(/^(?:participant|conference)-/, '').replace(/^announcement-.*/, 'announcement');
    if (!conference.events.includes(name)) return;
    const { sid, name: FriendlyName } = conference;
    tell(conference.report, { ConferenceSid: sid, FriendlyName, StatusCallbackEvent: event, ...more });
  }

  function openConference(name: string): Conference {
    const found = conferences.find((one) => one.name === name && one.status !== 'completed');
    if (found) return found;
    const made: Conference = { sid: sidOf('CF'), name, status: 'init', report: null, events: [] };
    conferences.push(made);
    return made;
  }

  function join(call: TwilioCall, conference: Conference) {
    call.conference = conference;
    tellConference(conference, 'participant-join', { CallSid: call.sid, ParticipantLabel: call.label });
    if (conference.status === 'init' && members(conference).length > 1) {
      conference.status = 'in-progress';
      tellConference(conference, 'conference-start');
    }
  }

  function leaveConference(call: TwilioCall) {
    const { conference } = call;
    if (!conference) return;
    call.conference = null;
    tellConference(conference, 'participant-leave', { CallSid: call.sid, ParticipantLabel: call.label });
    if (call.endsAll || members(conference).length === 0) close(conference);
  }

  function close(conference: Conference) {
    if (conference.status === 'completed') return;
    conference.status = 'completed';
    for (const call of members(conference)) end(call, 'completed');
    tellConference(conference, 'conference-end');
  }

  function end(call: TwilioCall, status: Status) {
    if (isOver(call)) return;
    const { recordsTo } = call;
    call.status = status;
    leaveConference(call);
    for (const recording of recordings.values()) if (recording.call === call.sid) finishRecording(recording);
    if (recordsTo) takeMessage(call, recordsTo, 4);
    if (call.began) tell(application.ended, fieldsOf(call));
    else if (call.events.includes('completed')) tell(call.report, fieldsOf(call));
  }

  function takeMessage(call: TwilioCall, to: string, seconds: number) {
    call.recordsTo = null;
    const sid = sidOf('RE');
    recordings.set(sid, { sid, call: call.sid, status: 'completed', report: to, isDropped: false, seconds });
    const RecordingStatus = seconds > 0 ? 'completed' : 'absent';
    tell(to, { CallSid: call.sid, RecordingSid: sid, RecordingStatus, RecordingDuration: String(seconds) });
  }

  function finishRecording(recording: Recording) {
    if (recording.status === 'completed' || recording.status === 'stopped') return;
    recording.status = 'completed';
    const { sid, call, report, seconds } = recording;
    tell(report, { CallSid: call, RecordingSid: sid, RecordingStatus: 'completed', RecordingDuration: String(seconds) });
  }

  const attribute = (tag: string, name: string) =>
    new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&').replaceAll('&lt;', '<') ?? null;

  /** Follows an answer of ours. */
  function follow(call: TwilioCall, twiml: string) {
    for (const [, words = ''] of twiml.matchAll(/<Say>([^<]*)<\/Say>/g)) call.said.push(words);
    for (const [, url = ''] of twiml.matchAll(/<Play>([^<]*)<\/Play>/g)) call.played.push(url);
    const [gather] = /<Gather[^>]*>/.exec(twiml) ?? [];
    const [seat] = /<Conference[^>]*>/.exec(twiml) ?? [];
    const [record] = /<Record[^>]*>/.exec(twiml) ?? [];
    if (gather) {
      call.status = 'in-progress';
      call.keysTo = attribute(gather, 'action');
      call.afterKeys = twiml.replace(/<Gather.*<\/Gather>/, '');
    } else if (seat) {
      const [, name = ''] = /<Conference[^>]*>([^<]*)</.exec(twiml) ?? [];
      const conference = openConference(name);
      conference.report ??= attribute(seat, 'statusCallback');
      if (conference.events.length === 0) conference.events = (attribute(seat, 'statusCallbackEvent') ?? '').split(' ');
      call.status = 'in-progress';
      call.label = attribute(seat, 'participantLabel') ?? '';
      call.endsAll = attribute(seat, 'endConferenceOnExit') === 'true';
      call.isMuted = attribute(seat, 'muted') === 'true';
      call.coaches = attribute(seat, 'coach');
      join(call, conference);
    } else if (record) {
      call.status = 'in-progress';
      call.recordsTo = attribute(record, 'recordingStatusCallback');
    } else end(call, 'completed');
  }

  async function begin(from: string, to: string, more: Record<string, string> = {}): Promise<TwilioCall> {
    const call = newCall(from, to);
    call.began = true;
    follow(call, await send(application.calls, { ...more, ...fieldsOf(call), To: to, Direction: 'inbound' }));
    return call;
  }

  function newCall(from: string, to: string): TwilioCall {
    const call: TwilioCall = {
      ...{ sid: sidOf('CA'), from, to, status: 'ringing', told: new URLSearchParams(), said: [], played: [], conference: null },
      ...{ label: '', hold: null, isMuted: false, coaches: null, endsAll: false, report: null, events: [], recordsTo: null },
      ...{ keysTo: null, afterKeys: '', began: false },
    };
    calls.set(call.sid, call);
    return call;
  }

  // ── REST ──────────────────────────────────────────────────────────────────

  const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
  const problem = (status: number, code: number, message: string) => json(status, { code, message, status });
  const missing = () => problem(404, 20404, 'The requested resource was not found');

  const fetch: Fetch = async (address, init) => {
    const request = new Request(address, { ...init, redirect: 'follow' });
    const url = new URL(address);
    const path = url.pathname.replace(`/2010-04-01/Accounts/${account}`, '');
    const basic = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
    if (request.headers.get('authorization') !== basic) return problem(401, 20003, 'Authenticate');
    const form = new URLSearchParams(await request.text());
    const response = answer(request.method, path, form);
    if (!isDropping) return response;
    isDropping = false;
    throw new TypeError('the connection broke');
  };

  function answer(method: string, path: string, form: URLSearchParams): Response {
    const [, kind = '', id = '', part = '', inner = ''] =
      /^\/(\w+)\/([^/.]+)(?:\/(\w+)(?:\/([^/.]+))?)?(?:\.json|\.wav)$/.exec(path) ?? [];
    if (kind === 'Applications' && id === voice.app && method === 'POST') {
      Object.assign(application, { calls: form.get('VoiceUrl') ?? '', ended: form.get('StatusCallback') ?? '' });
      return json(200, { sid: id });
    }
    if (kind === 'IncomingPhoneNumbers' && method === 'POST') {
      if (form.get('VoiceApplicationSid') !== voice.app) return problem(400, 21490, 'No such application');
      attached.push(id);
      return json(200, { sid: id });
    }
    if (kind === 'Conferences') return part ? participants(method, id, inner, form) : changeConference(id, form);
    if (kind === 'Recordings') return recordingOf(method, id);
    if (kind !== 'Calls') return missing();
    const call = calls.get(id);
    if (!call) return missing();
    if (part === 'Recordings') return method === 'GET' ? recordingsOf(call) : record(call, inner, form);
    if (method === 'GET') return json(200, { sid: id, status: call.status });
    if (isOver(call)) return problem(400, 21220, 'Call is not in-progress. Cannot redirect.');
    const twiml = form.get('Twiml');
    if (twiml !== null) {
      call.endsAll = false; // a redirect is no hang-up
      leaveConference(call);
      follow(call, twiml);
    } else end(call, call.status === 'in-progress' ? 'completed' : 'canceled');
    return json(200, { sid: id, status: call.status });
  }

  function participants(method: string, name: string, member: string, form: URLSearchParams): Response {
    if (member) {
      const call = calls.get(member);
      const conference = call?.conference;
      if (!call || conference?.sid !== name || conference.status === 'completed') return missing();
      if (method === 'POST') change(call, form);
      return json(200, { call_sid: call.sid, conference_sid: name });
    }
    const [from, to] = [form.get('From') ?? '', form.get('To') ?? ''];
    if (to === '') return problem(400, 21201, 'No To number is specified');
    if (!/^\+1[2-9]\d{9}$/.test(from)) return problem(400, 21212, 'Invalid From Number');
    if (!/^(?:client:[\w-]+(?:\?.*)?|\+1[2-9]\d{2}[2-9]\d{6})$/.test(to)) return problem(400, 21211, 'Invalid To Phone Number');
    if (to.endsWith('0001')) return problem(400, 21215, 'Geo Permission configuration is not permitting call');
    const conference = openConference(name);
    conference.report ??= form.get('ConferenceStatusCallback');
    if (conference.events.length === 0) conference.events = form.getAll('ConferenceStatusCallbackEvent');
    const [identity = '', query = ''] = to.split('?');
    const call = newCall(from, identity);
    Object.assign(call, {
      told: new URLSearchParams(query),
      label: form.get('Label') ?? '',
      endsAll: form.get('EndConferenceOnExit') === 'true',
      report: form.get('StatusCallback'),
      events: form.getAll('StatusCallbackEvent'),
    });
    pending.set(call.sid, conference);
    if (identity.startsWith('client:') && !browsers.has(identity.slice(7))) end(call, 'no-answer');
    return json(201, { call_sid: call.sid, conference_sid: conference.sid, label: call.label });
  }
  const pending = new Map<string, Conference>();

  function change(call: TwilioCall, form: URLSearchParams) {
    const hold = form.get('Hold');
    if (hold !== null) call.hold = hold === 'true' ? form.get('HoldUrl') : null;
    if (form.has('Muted')) call.isMuted = form.get('Muted') === 'true';
    if (form.has('EndConferenceOnExit')) call.endsAll = form.get('EndConferenceOnExit') === 'true';
    if (form.has('Coaching')) call.coaches = form.get('Coaching') === 'true' ? form.get('CallSidToCoach') : null;
  }

  function changeConference(sid: string, form: URLSearchParams): Response {
    const conference = conferences.find((one) => one.sid === sid);
    if (!conference || conference.status === 'completed') return missing();
    const announced = form.get('AnnounceUrl');
    if (form.get('Status') === 'completed') close(conference);
    else if (announced !== null) {
      if (conference.status !== 'in-progress') return problem(400, 20001, 'The conference is not in progress');
      for (const call of members(conference)) call.played.push(announced);
      tellConference(conference, 'announcement-end');
    }
    return json(200, { sid, status: conference.status });
  }

  function record(call: TwilioCall, id: string, form: URLSearchParams): Response {
    if (id) {
      const recording = recordings.get(id);
      const status = form.get('Status') ?? '';
      if (!recording || recording.status === 'completed') return missing();
      if (!['paused', 'in-progress', 'stopped'].includes(status)) return problem(400, 20001, 'Invalid status');
      if (status === 'stopped') finishRecording(recording);
      else recording.status = status as 'paused' | 'in-progress';
      return json(200, { sid: id, status });
    }
    if (call.status !== 'in-progress') return problem(400, 21220, 'Requested resource is not eligible for recording');
    const sid = sidOf('RE');
    const report = form.get('RecordingStatusCallback') ?? '';
    recordings.set(sid, { sid, call: call.sid, status: 'in-progress', report, isDropped: false, seconds: 7 });
    return json(201, { sid });
  }

  function recordingsOf(call: TwilioCall): Response {
    const kept = [...recordings.values()].filter((one) => one.call === call.sid && !one.isDropped).toReversed();
    const done = ({ status, seconds }: Recording) => (seconds === 0 ? 'absent' : status);
    const listed = kept.map((one) => ({ sid: one.sid, status: done(one), duration: String(one.seconds) }));
    return json(200, { recordings: listed });
  }

  function recordingOf(method: string, id: string): Response {
    const recording = recordings.get(id);
    if (!recording || recording.isDropped) return missing();
    if (method === 'DELETE') {
      recording.isDropped = true;
      return new Response(null, { status: 204 });
    }
    return new Response(new Uint8Array(Buffer.concat([wavHeader(800), Buffer.alloc(1_600, 0xff)])));
  }

  // ── who is at the ends ────────────────────────────────────────────────────

  const at = (end: string) => [...calls.values()].filter(({ to, began, status }) => to === end && !began && status === 'ringing');
  const act = {
    answer(call: TwilioCall) {
      const conference = pending.get(call.sid);
      if (isOver(call) || !conference) return;
      call.status = 'in-progress';
      if (conference.status === 'completed') return end(call, 'completed');
      if (call.events.includes('answered')) tell(call.report, fieldsOf(call));
      join(call, conference);
    },
    reject: (call: TwilioCall) => end(call, 'busy'),
    timeOut: (call: TwilioCall) => end(call, 'no-answer'),
    hangUp: (call: TwilioCall) => end(call, call.status === 'in-progress' || call.began ? 'completed' : 'canceled'),
  };

  return {
    fetch,
    calls,
    conferences,
    recordings,
    attached,
    application,
    told,
    ...act,
    open: (identity: string) => browsers.add(identity),
    close: (identity: string) => browsers.delete(identity),
    ringingAt: (identity: string) => at(`client:${identity}`),
    ringingAtNumber: (number: string) => at(`+1${number}`),
    connect: (identity: string, params: Record<string, string>) => begin(`client:${identity}`, params.To ?? '', params),
    dial: (from: string, to: string) => begin(`+1${from}`, `+1${to}`),
    heardBy(call: TwilioCall): TwilioCall[] {
      if (!call.conference || call.hold !== null) return [];
      return members(call.conference).filter(
        (other) =>
          other !== call && other.hold === null && !other.isMuted && (other.coaches === null || other.coaches === call.sid),
      );
    },
    /** During a sentence of ours that takes a key; null: the sentence ends without one. */
    async press(call: TwilioCall, digit: string | null) {
      const { keysTo, afterKeys } = call;
      if (keysTo === null) return;
      call.keysTo = null;
      if (digit === null) follow(call, afterKeys);
      else follow(call, await send(keysTo, { ...fieldsOf(call), Digits: digit }));
    },
    leaveMessage(call: TwilioCall, seconds: number) {
      if (call.recordsTo) takeMessage(call, call.recordsTo, seconds);
      end(call, 'completed');
    },
    /** The next request is done, and its answer is lost. */
    dropAnswer() {
      isDropping = true;
    },
    /** No callback reaches the product from now on. */
    lose(on: boolean) {
      isLosing = on;
    },
    /** All callbacks were delivered, and those that followed. */
    async settled(): Promise<void> {
      for (let last: Promise<void> | null = null; last !== queue; ) {
        last = queue;
        await last;
      }
    },
  };
}
