// Calls to addresses that customers enter, for example their identity provider's. They must not reach our own machine,
// network or cloud metadata. Checks the resolved address when the connection is made, so that no later DNS answer
// counts.
import { lookup as resolve } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import type { Config } from '#kernel/ops/config.ts';

interface OutboundRequest {
  method: string;
  headers: Headers | Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/** Like `fetch`, in the form of both OpenID libraries. Returns redirects as answers; never follows them. */
type GuardedFetch = (url: string, request: OutboundRequest) => Promise<Response>;

/** Why a call was not made, or its answer not read. */
export class OutboundRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'OutboundRefused';
  }
}

/** Milliseconds for the whole call, and bytes of an answer. Plain http is for private networks, unless a caller says otherwise. */
const timeLimit = 10_000;
const sizeLimit = 1024 * 1024;

export function createGuardedFetch(
  { privateNetworks }: Pick<Config, 'privateNetworks'>,
  {
    lookup = resolve,
    timeout = timeLimit,
    maxBytes = sizeLimit,
    http = privateNetworks,
  }: { lookup?: typeof resolve; timeout?: number; maxBytes?: number; http?: boolean } = {},
): GuardedFetch {
  const guarded: LookupFunction = (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const refused = error ?? (found.some(({ address }) => isPrivate(address)) ? privateAddress(host) : null);
      const [first] = found ?? [];
      if (refused || !first) done(refused ?? new OutboundRefused(`${host} has no address`), '', 4);
      else if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (url.protocol !== 'https:' && !(http && url.protocol === 'http:'))
      throw new OutboundRefused(`${url.protocol} is no address to call: it has to be https`);
    // No name is looked up for these.
    if (!privateNetworks && isIP(host) && isPrivate(host)) throw privateAddress(host);
    const ended = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]);
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((answer, refuse) => {
      const call = request(url, {
        method,
        headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' },
        agent: false, // a new connection: a reused one was checked for another call
        signal: ended,
        ...(!privateNetworks && { lookup: guarded }),
      });
      call.on('error', refuse);
      call.on('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxBytes) response.destroy(new OutboundRefused(`${host} answers with more than ${maxBytes} bytes`));
          else chunks.push(chunk);
        });
        response.on('error', refuse);
        response.on('end', () => {
          try {
            answer(responseOf(response, Buffer.concat(chunks)));
          } catch (error) {
            refuse(error); // an invalid status or header
          }
        });
      });
      call.on('close', () => refuse(new OutboundRefused(`${host} went away`))); // after any other error
      call.end(body instanceof URLSearchParams ? body.toString() : body);
    });
  };
}

function responseOf({ statusCode = 0, headersDistinct }: IncomingMessage, body: Buffer): Response {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) for (const value of values) headers.append(name, value);
  const bare = statusCode === 204 || statusCode === 205 || statusCode === 304;
  return new Response(bare ? null : new Uint8Array(body), { status: statusCode, headers });
}

const privateAddress = (host: string) => new OutboundRefused(`${host} is an address inside a private network`);

/** Rules for IPv4 apply to IPv4 inside IPv6 as well. */
const closed = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 96], // this machine, and IPv4 in its oldest IPv6 form
  ['::ffff:0:0:0', 96], // and translated (RFC 2765)
  ['64:ff9b::', 96], // IPv4 through NAT64, 6to4 and Teredo: may contain private addresses
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001::', 32],
  ['100::', 64],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  closed.addSubnet(network, bits, 'ipv6');

export const isPrivate = (address: string) => closed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Errors from before a connection stood, of this fetch or the platform's: nothing was asked. */
export function neverLeft(error: unknown): boolean {
  const codes = [error, error instanceof Error ? error.cause : null].map((one) =>
    one && typeof one === 'object' && 'code' in one ? String(one.code) : '',
  );
  return codes.some((code) => beforeConnection.has(code));
}

const beforeConnection = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
