// A mail server for one test, on loopback: keeps what it accepts, and refuses as told.
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { atTheEnd } from './atTheEnd.ts';

export interface Received {
  raw: Buffer;
  mail: Email;
  from: string;
  to: string[];
}

/** `answer`: the code for a recipient or a mail; default 250. */
export async function aMailServer({ answer = () => 250 }: { answer?: (about: { to: string } | { raw: Buffer }) => number } = {}) {
  const received: Received[] = [];
  const said = (code: number) => (code === 250 ? null : Object.assign(new Error('no'), { responseCode: code }));
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 200,
    onAuth: ({ username, password }, _session, done) =>
      username === 'steward' && password === 'p@ss word' ? done(null, { user: username }) : done(said(535)),
    onRcptTo: ({ address }, _session, done) => done(said(answer({ to: address }))),
    async onData(stream, { envelope }, done) {
      const raw = Buffer.concat(await stream.toArray());
      const no = said(answer({ raw }));
      if (!no) {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        received.push({ raw, mail: await PostalMime.parse(raw), from, to: envelope.rcptTo.map(({ address }) => address) });
      }
      done(no);
    },
  });
  server.on('error', () => {}); // clients that leave in the middle
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  atTheEnd(() => new Promise<void>((closed) => server.close(() => closed())));
  return { port, url: `smtp://steward:p%40ss%20word@127.0.0.1:${port}`, received };
}
