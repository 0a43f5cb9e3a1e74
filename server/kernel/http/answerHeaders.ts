// The security headers of every answer: of the API, of files, and of requests that Node's own parser refuses.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { type Failure, fail, problemOf } from '#kernel/errors.ts';
import { type Config, isHttps } from '#kernel/ops/config.ts';

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
};

/** The phone's library connects here; this policy does not cover sound. */
const twilioSignal = 'wss://voice-js.roaming.twilio.com';

const pagePolicyOf = ({ twilio, hideDialer }: Pick<Config, 'twilio' | 'hideDialer'>) =>
  [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'", // Mantine sets its theme's variables in a style element
    "img-src 'self' data: blob:",
    twilio?.voice && !hideDialer ? `connect-src 'self' ${twilioSignal}` : "connect-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

/** For answers that are not pages, in case a browser shows them as one. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";
/** A worker keeps to the policy of its script: that of PDFs loads decoders. */
const scriptPolicy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";
/** For files of strangers: whatever a browser makes of one, it runs nothing and is of no origin. */
const filePolicy = `${dataPolicy}; sandbox`;

/** `type`: the answer's content type. `isFile`: it is sent as an attachment. */
function headersFor(config: Config, type: string, isFile = false) {
  return {
    ...always,
    'content-security-policy': isFile ? filePolicy : policyOf(config, type),
    ...(isHttps(config) && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

const policyOf = (config: Config, type: string) =>
  type.startsWith('text/html')
    ? pagePolicyOf(config)
    : /^(?:text|application)\/javascript/.test(type)
      ? scriptPolicy
      : dataPolicy;

export const protect = (config: Config, reply: FastifyReply) =>
  reply.headers(headersFor(config, String(reply.getHeader('content-type')), reply.hasHeader('content-disposition')));

/** Answers a request that could not be parsed, without request or reply objects, and closes its connection. */
export function answerUnparsed(config: Config, error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
  const failure = failureOf(error.code);
  const id = crypto.randomUUID();
  const type = 'application/problem+json';
  const body = JSON.stringify(problemOf(failure, id));
  const headers = {
    ...headersFor(config, type),
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-request-id': id,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}

function failureOf(code: string | undefined): Failure {
  if (code === 'HPE_HEADER_OVERFLOW') return fail('headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return fail('timed_out');
  return fail('bad_request');
}
