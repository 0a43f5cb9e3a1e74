// The errors of calls by code (spec, 8): a name for support, and a message to the user, which
// says what they can do.

export interface VoiceError {
  code: number;
  name: string;
  message: string;
}

const known: Record<number, readonly [name: string, message: string]> = {
  20101: ['Access token invalid', 'The phone was not let in. Reload the page'],
  20104: ['Access token expired', 'The phone’s permission has run out. Reload the page'],
  20151: ['Authentication failed', 'The phone was not let in. Reload the page'],
  31000: ['Unknown error', 'The phone service reports an unknown error. Try again'],
  31001: ['Application not found', 'The phone service does not know this installation. Tell your administrator'],
  31002: ['Connection declined', 'The phone service refused the call'],
  31003: ['Connection timeout', 'The phone service did not answer in time. Try again'],
  31005: ['Connection error', 'The connection to the phone service was lost'],
  31008: ['Call cancelled', 'The call had ended before you answered'],
  31009: ['Transport error', 'No transport available to send or receive messages'],
  31100: ['Malformed request', 'The phone service did not understand the request'],
  31101: ['Missing parameters', 'The phone service did not understand the request: parameters are missing'],
  31102: ['Missing token', 'The phone service did not understand the request: the token is missing'],
  31103: ['Parameter too long', 'The phone service did not understand the request: a parameter is too long'],
  31104: ['Invalid bridge token', 'The phone service did not understand the request: the bridge token is not valid'],
  31105: ['Invalid client name', 'The phone service did not understand the request: the name of the client is not valid'],
  31106: ['Malformed request', 'The phone service did not understand the request: a parameter is not valid'],
  31107: ['Invalid reconnect parameter', 'The call could not be taken up again'],
  31201: ['Authorization error', 'The phone was not let in: authentication failed. Reload the page'],
  31202: ['Signature validation failed', 'The phone was not let in: its token has a wrong signature. Reload the page'],
  31203: ['No valid account', 'The phone service does not know the account. Tell your administrator'],
  31204: ['Access token invalid', 'The phone was not let in: its token is not valid. Reload the page'],
  31205: ['Access token expired', 'The phone’s token has expired, so no calls reach it. Reload the page'],
  31206: ['Rate exceeded', 'There were too many requests. Wait a moment, then try again'],
  31207: ['Token expiration too long', 'The phone’s token is valid for longer than permitted. Tell your administrator'],
  31208: ['Authorization error', 'The phone service refused the request'],
  31209: ['Reconnect not allowed', 'The call could not be taken up again: it is not permitted'],
  31210: ['Message type invalid', 'The phone service does not know this kind of message'],
  31211: ['Authorization error', 'The phone service refused the message'],
  31212: ['Payload too large', 'The message was too large for the phone service'],
  31400: ['Bad request', 'The phone service did not understand the request'],
  31401: ['Microphone permission denied', 'Allow the microphone in your browser, beside the page’s address, then call again'],
  31402: [
    'Media acquisition failed',
    'The microphone does not work. Check that it is plugged in and that no other program has it',
  ],
  31404: ['Not found', 'This number cannot be reached'],
  31480: ['Temporarily unavailable', 'Nobody answers'],
  31486: ['Busy', 'The line is busy'],
  31603: ['Declined', 'The call was declined'],
  53000: ['Signalling connection error', 'The connection to the phone service failed. Check your network'],
  53001: ['Signalling connection lost', 'The connection to the phone service was lost. It comes back by itself'],
  53400: ['Local media description failed', 'Your browser could not set up the sound of the call. Try again'],
  53402: ['Remote media description failed', 'Your browser did not understand the sound of the other side. Try again'],
  53405: ['Media connection failed', 'No sound gets through. Check your network or its firewall'],
};

/** All codes of the catalogue. */
export const voiceErrorCodes = Object.keys(known).map(Number);

/** An error of the phone’s library, of any kind: an unknown code becomes the unknown error. */
export function voiceErrorOf(error: unknown): VoiceError {
  const code = typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : Number.NaN;
  const [name, message] = known[code] ?? known[31000] ?? ['', ''];
  return { code: code in known ? code : 31000, name, message };
}

/** They end a registration: a new token helps. */
export const isTokenError = (code: number) => [20101, 20104, 20151, 31201, 31202, 31204, 31205].includes(code);

/** The internal results of a call (spec, 8), in the product's own spelling. */
export const results = {
  device: 'No valid device ready',
  call: 'No valid call ready',
  number: 'Invlaid phone number',
  minutes: 'Over minutes allocated',
} as const;

export const moreMinutes = 'Please request additional minutes from your manager.';
export const leaveSentence = 'A call is currently in-progress. Leaving or reloading this page will end the call.';

/** Failures, in the spec's words. */
export const failures = {
  dialer: 'Unable to initialize dialer',
  interactivity: 'Unable to initialize interactivity',
  device: 'Unable to initialize device',
  deviceEvents: 'Unable to initialize device events',
  outbound: 'Unable to initialize outbound call',
  outboundEvents: 'Unable to initialize outbound call events',
  inbound: 'Unable to initialize inbound call',
  inboundEvents: 'Unable to initialize inbound call events',
  call: 'Unable to initialize call',
  hangup: 'Unable to hangup',
  number: 'Unable to update number',
} as const;
export type Failure = keyof typeof failures;
