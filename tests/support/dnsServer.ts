// A name server for one test, over UDP, with TXT, MX and A records (RFC 1035).
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** `a`: of IPv4 addresses; `mx`: of hosts, '' for “this domain takes no mail”. */
export interface MailRecords {
  a?: string[];
  mx?: string[];
}

const types = { a: 1, mx: 15, txt: 16 };

/**
 * `texts`: TXT records by name; long ones in parts of at most 255 bytes. `mail`: the other records by name, or a name whose lookup
 * fails.
 */
export async function aDnsServer(texts: Map<string, string[][]>, mail = new Map<string, MailRecords | 'failure'>()) {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = nameIn(query);
    const key = name.toLowerCase();
    const others = mail.get(key);
    const isKnown = texts.has(key) || others !== undefined;
    const type = query.readUInt16BE(end);
    const found = others === 'failure' ? [] : dataOf(type, texts.get(key), others);
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(others === 'failure' ? 0x8582 : isKnown ? 0x8580 : 0x8583, 2); // failed; an answer; no such name
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(found.length, 6);
    header.writeUInt32BE(0, 8);
    const question = query.subarray(12, end + 4);
    socket.send(Buffer.concat([header, question, ...found.map((data) => answerOf(type, data))]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, stop: () => socket.close() };
}

function dataOf(type: number, texts: string[][] = [], { a = [], mx = [] }: MailRecords = {}): Buffer[] {
  if (type === types.txt) return texts.map((parts) => Buffer.concat(parts.map(counted)));
  if (type === types.a) return a.map((address) => Buffer.from(address.split('.').map(Number)));
  if (type === types.mx)
    return mx.map((host) => Buffer.concat([Buffer.of(0, 10), ...host.split('.').filter(Boolean).map(counted), Buffer.of(0)]));
  return [];
}

/** With its length in front. */
const counted = (text: string) => Buffer.concat([Buffer.of(Buffer.byteLength(text)), Buffer.from(text)]);

/** The requested name, and where it ends: its type and class follow. */
function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { name: labels.join('.'), end: at + 1 };
}

/** For the question's name, class IN, valid for a second. */
function answerOf(type: number, data: Buffer): Buffer {
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 1, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
