// How long to wait for a body: nobody may block a connection for ever with a byte now and then.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#kernel/errors.ts';

/** The minimum bytes of an upload in each span of the patience. */
const slowestUpload = 1024;

/**
 * `patience`: milliseconds. A body in memory must be complete within it. An upload may take any time while it
 * makes progress. Others get 408, and the connection closes.
 */
export function limitBodyTime(app: FastifyInstance, patience: number) {
  app.addHook('onRequest', async (request, reply) => letGoAfterAnswer(request, reply, patience));
  app.addHook('preParsing', async (request) => {
    if (hasBody(request) && request.method !== 'GET') waitFor(request.raw, isUpload(request), patience); // we never read the body of a GET
  });
}

/** An answer may leave before its body has arrived. The client gets time to read it, then the connection closes. */
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
    const goesOn = taken - before >= slowestUpload || body.readableLength > 0; // the second: we are slow, not the client
    before = taken;
    if (isUpload && goesOn) return;
    stop();
    body.emit('error', fail('timed_out')); // its reader stops; destroy() would close the connection before the answer
  }, patience);
  const stop = () => clearInterval(timer);
  body.on('error', stop).on('end', stop).on('close', stop);
}

const hasBody = ({ headers }: FastifyRequest) =>
  Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined;

/** By its type: Fastify's `isMultipart()` works only while the body is parsed. */
const isUpload = ({ headers }: FastifyRequest) => /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
