// Larger answers are compressed for our own pages: the first page of the list is 67 kB (docs/decisions/0101).
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const zip = promisify(gzip);

/** Characters. A shorter answer fits into two packets; answers that hold a new secret are shorter. */
const shortest = 2_000;

/** Not for other callers: who may have text of theirs compressed beside another's data can guess that data by the length. */
export async function compressed(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < shortest) return payload;
  const { headers } = request;
  if (headers['sec-fetch-site'] !== 'same-origin' || !/\bgzip\b/.test(String(headers['accept-encoding']))) return payload;
  reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  return zip(payload, { level: constants.Z_BEST_SPEED });
}
