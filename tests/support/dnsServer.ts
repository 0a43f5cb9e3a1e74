// A name server for one test, over UDP, with TXT records only (RFC 1035).
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** `records`: by name; long ones in parts of at most 255 bytes. */
export async function aDnsServer(records: Map<string, string[][]>) {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = nameIn(query);
    const found = query.readUInt16BE(end) === 16 ? records.get(name.toLowerCase()) : undefined;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(found ? 0x8580 : 0x8583, 2); // an answer; or: no such name
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(found?.length ?? 0, 6);
    header.writeUInt32BE(0, 8);
    const question = query.subarray(12, end + 4);
    socket.send(Buffer.concat([header, question, ...(found ?? []).map(answerOf)]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, stop: () => socket.close() };
}

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

/** For the question's name, type TXT, class IN, valid for a second. */
function answerOf(parts: string[]): Buffer {
  const texts = Buffer.concat(parts.map((part) => Buffer.concat([Buffer.of(Buffer.byteLength(part)), Buffer.from(part)])));
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 1, 0, 0]);
  head.writeUInt16BE(texts.length, 10);
  return Buffer.concat([head, texts]);
}
