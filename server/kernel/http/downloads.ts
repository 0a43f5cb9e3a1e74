// Sends files, always as attachments; a stored one also in parts, so that a player can seek (RFC 9110, Range).
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface Named {
  /** The file name in content-disposition. */
  name: string;
  type: string;
}
/** Made as it is sent. */
interface Streamed extends Named {
  content: Readable;
  /** Seconds for which the browser keeps it. */
  keptFor?: number;
}
/** Can be read from anywhere. */
interface Stored extends Named {
  /** Bytes. */
  size: number;
  /** Its address changes with its content: the browser keeps it. */
  fixed?: boolean;
  /** From `start` up to, not including, `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}
export type Download = Streamed | Stored;

export function sendDownload({ headers }: FastifyRequest, reply: FastifyReply, file: Download) {
  reply.header('content-disposition', `attachment; filename="${asciiOf(file.name)}"; filename*=UTF-8''${encoded(file.name)}`);
  reply.type(file.type);
  if ('content' in file) {
    if (file.keptFor) reply.header('cache-control', `private, max-age=${file.keptFor}`);
    return reply.send(file.content);
  }
  reply.header('accept-ranges', 'bytes');
  // Without a version of the file, an If-Range never holds.
  const range = headers['if-range'] === undefined ? rangeOf(headers.range, file.size) : undefined;
  if (range === null) return reply.status(416).header('content-range', `bytes */${file.size}`).send();
  const [start, end] = range ?? [0, file.size];
  if (range) reply.status(206).header('content-range', `bytes ${start}-${end - 1}/${file.size}`);
  reply.header('content-length', end - start);
  if (file.fixed) reply.header('cache-control', 'private, max-age=604800, immutable');
  return reply.send(Readable.from(file.read(start, end), { objectMode: false }));
}

/** Undefined: the whole file, as where several ranges are asked for; null: the file has none of it. */
function rangeOf(header: string | undefined, size: number): [start: number, end: number] | undefined | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start < end ? [start, end] : null;
}

const asciiOf = (name: string) => name.replace(/[^\w. -]/g, '_');
/** RFC 8187. */
const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
