// A local server that speaks clamd's protocol: EICAR's test text is a virus, `UNREADABLE` an error.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { atTheEnd } from './atTheEnd.ts';

export const eicar = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`;

/** `scanned`: bytes of each content that it was given. */
export async function aClamd() {
  const scanned: number[] = [];
  const server = createServer((socket) => void serve(socket).then((size) => scanned.push(size)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atTheEnd(() => server.close());
  return { address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port }, scanned };
}

async function serve(socket: Socket): Promise<number> {
  let all = Buffer.alloc(0);
  const content: Buffer[] = [];
  let greeted = false;
  for await (const bytes of socket) {
    all = Buffer.concat([all, bytes]);
    if (all.toString('latin1') === 'zPING\0') {
      socket.end('PONG\0');
      return 0;
    }
    if (!greeted) {
      if (all.length < 10) continue;
      if (all.toString('latin1', 0, 10) !== 'zINSTREAM\0') break;
      all = all.subarray(10);
      greeted = true;
    }
    while (all.length >= 4 && all.length >= 4 + all.readUInt32BE(0)) {
      const size = all.readUInt32BE(0);
      if (size === 0) {
        const text = Buffer.concat(content).toString('latin1');
        const found = text.includes(eicar);
        socket.end(
          text.includes('UNREADABLE')
            ? 'INSTREAM size limit exceeded. ERROR\0'
            : `stream: ${found ? 'Eicar-Signature FOUND' : 'OK'}\0`,
        );
        return text.length;
      }
      content.push(all.subarray(4, 4 + size));
      all = all.subarray(4 + size);
    }
  }
  socket.end('UNKNOWN COMMAND\0');
  return 0;
}
