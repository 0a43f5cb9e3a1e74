// How long a body is waited for: nobody may hold a connection for ever with a byte now and then.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#kernel/errors.ts';

/** Bytes that an upload brings at least in each span of the patience. */
const slowestUpload = 1024;

/**
 * `patience`: milliseconds. A body that stays in memory has to be complete within it. An upload may take any time, as long as it goes on.
 * What does not is answered with 408, and the connection closes.
 */
export function limitBodyTime(app: FastifyInstance, patience: number) {
  app.addHook('onRequest', async (request, reply) => letGoAfterAnswer(request, reply, patience));
  app.addHook('preParsing', async (request) => {
    if (hasBody(request) && request.method !== 'GET') waitFor(request.raw, isUpload(request), patience); // of a GET none is read
  });
}

/** An answer may leave before its body has come. The client gets time to read it, then the connection closes. */
export function letGoAfterAnswer({ raw }: FastifyRequest, reply: FastifyReply, patience: number) {
  reply.raw.once('finish', () => {
    if (raw.complete) return;
    raw.unpipe();
    raw.resume();
    setTimeout(() => raw.complete || raw.destroy(), patience).unref();
  });
}

function waitFor(body: IncomingMessage, isUpload: boolean, patience: number) {
  let before = 0;
  const timer = setInterval(() => {
    const taken = body.socket.bytesRead - body.readableLength;
    const goesOn = taken - before >= slowestUpload || body.readableLength > 0; // the latter: we are slow, not the client
    before = taken;
    if (isUpload && goesOn) return;
    stop();
    body.emit('error', fail('timed_out')); // its reader gives up; destroy() would close the connection before the answer
  }, patience);
  const stop = () => clearInterval(timer);
  body.on('error', stop).on('end', stop).on('close', stop);
}

const hasBody = ({ headers }: FastifyRequest) =>
  Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined;

/** By its type: Fastify's `isMultipart()` knows only once the body is being parsed. */
const isUpload = ({ headers }: FastifyRequest) => /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
