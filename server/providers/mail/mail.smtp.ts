// Mail by a mail server, over connections that are kept.
import { createTransport, type NodemailerError } from 'nodemailer';
import type { SmtpConfig } from '#kernel/config.ts';
import { type MailProvider, MailRefused } from '#kernel/mail.ts';
import { messageOf, senderOf } from './mail.message.ts';

/** Milliseconds, for the whole of one mail, its wait for a connection included. */
const patience = 60_000;

export function smtpMail({ url, from, dkim }: SmtpConfig): MailProvider {
  const sender = senderOf(from);
  const transport = createTransport({
    ...serverOf(url),
    pool: true,
    maxConnections: 3,
    maxMessages: 100,
    maxRequeues: 0, // a mail that did not go is the job's to try again
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && { dkim }),
  });
  return {
    async send(mail, signal) {
      const tooLong = AbortSignal.timeout(patience);
      const message = { ...messageOf(mail, sender), signal: signal ? AbortSignal.any([signal, tooLong]) : tooLong };
      const { messageId } = await transport.sendMail(message).catch((error: NodemailerError) => {
        throw error.permanent === true ? new MailRefused(`${error.code} ${error.responseCode}`) : error;
      });
      return { id: messageId };
    },
    close: () => transport.close({ force: true }),
  };
}

/** Without TLS only to this machine, unless the address says `?tls=optional`: for a relay inside one's own network. */
function serverOf(given: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(given);
  const secure = protocol === 'smtps:';
  const host = decodeURIComponent(hostname).replace(/^\[|\]$/g, '');
  const loopback = host === 'localhost' || host === '::1' || host.startsWith('127.');
  return {
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !loopback && searchParams.get('tls') !== 'optional',
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}
