// The data in the sandbox of Twilio's calls.

export type Status = 'queued' | 'ringing' | 'in-progress' | 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled';

export interface TwilioCall {
  sid: string;
  from: string;
  to: string;
  status: Status;
  /** Parameters for the browser. */
  told: URLSearchParams;
  /** Words that the carrier said. */
  said: string[];
  /** Of ours that it played. */
  played: string[];
  conference: Conference | null;
  label: string;
  hold: string | null;
  isMuted: boolean;
  coaches: string | null;
  endsAll: boolean;
  report: string | null;
  events: string[];
  /** A message is taken; its callback. */
  recordsTo: string | null;
  /** Keys are heard; the address that hears them, and what follows where none is pressed. */
  keysTo: string | null;
  afterKeys: string;
  began: boolean;
}

export interface Conference {
  sid: string;
  name: string;
  status: 'init' | 'in-progress' | 'completed';
  report: string | null;
  events: string[];
}

export interface Recording {
  sid: string;
  call: string;
  status: 'in-progress' | 'paused' | 'stopped' | 'completed';
  report: string;
  isDropped: boolean;
  seconds: number;
}
