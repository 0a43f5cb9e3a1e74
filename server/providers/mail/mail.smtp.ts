// Mail by a mail server, over connections that are kept.
import { createTransport, type NodemailerError } from 'nodemailer';
import { type MailProvider, MailRefused } from '#kernel/mail/mail.ts';
import type { SmtpConfig } from '#kernel/mail/mailConfig.ts';
import { isLoopback } from '#kernel/ops/config.ts';
import { messageOf, senderOf } from './mail.message.ts';

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
    async send(mail, { patience = 60_000 } = {}) {
      const message = { ...messageOf(mail, sender), signal: AbortSignal.timeout(patience) };
      const { messageId } = await transport.sendMail(message).catch((error: NodemailerError) => {
        throw reasonOf(error);
      });
      return { id: messageId };
    },
    close: () => transport.close({ force: true }),
  };
}

/**
 * For good is only what the server says of this recipient or this content: who it lets in, and from whom, is the operator's to mend meanwhile.
 * The server's own text is left out, as it may name the recipient.
 */
function reasonOf({ code, command, responseCode, permanent }: NodemailerError): Error {
  const said = [code, command, responseCode].filter(Boolean).join(' ');
  if (permanent === true && (command === 'RCPT TO' || command === 'DATA')) return new MailRefused(said);
  return Object.assign(new Error(`mail not taken: ${said}`), { code: said });
}

/** Without TLS only to this machine, unless the address says `?tls=optional`: for a relay inside one's own network. */
function serverOf(given: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(given);
  const secure = protocol === 'smtps:';
  const host = decodeURIComponent(hostname).replace(/^\[|\]$/g, '');
  return {
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isLoopback(host) && searchParams.get('tls') !== 'optional',
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}
