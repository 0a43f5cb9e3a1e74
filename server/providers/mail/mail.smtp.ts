// Sends mail through an SMTP server, over connections that stay open.
import { createTransport, type NodemailerError } from 'nodemailer';
import { type MailProvider, MailRefused, MailSlowDown, MailUnavailable } from '#kernel/mail/mail.ts';
import type { SmtpConfig } from '#kernel/mail/mailConfig.ts';
import { isLoopback } from '#kernel/ops/config.ts';
import { addressOf, messageOf, signedHeaders } from './mail.message.ts';

export function smtpMail({ url, from, dkim }: SmtpConfig): MailProvider {
  const address = addressOf(from);
  const transport = createTransport({
    ...serverOf(url),
    pool: true,
    maxConnections: 3,
    maxMessages: 100,
    maxRequeues: 0, // retries are the job's task
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && { dkim: { ...dkim, headerFieldNames: signedHeaders } }),
  });
  return {
    async send(mail, { patience = 60_000 } = {}) {
      const message = { ...messageOf(mail, address), signal: AbortSignal.timeout(patience) };
      const { messageId } = await transport.sendMail(message).catch((error: NodemailerError) => {
        throw reasonOf(error);
      });
      return { id: messageId };
    },
    check: () =>
      transport.verify().then(
        () => null,
        (error: NodemailerError) => [error.code, error.responseCode].filter(Boolean).join(' ') || 'UNKNOWN',
      ),
    close: () => transport.close({ force: true }),
  };
}

/**
 * Only a refusal of this recipient or this content is final: a refused sign-in or sender is the operator's to correct.
 * Leaves out the server's own text, which may name the recipient.
 */
function reasonOf({ code, command, responseCode, permanent, ...error }: NodemailerError): Error {
  const said = [code, command, responseCode].filter(Boolean).join(' ');
  if (permanent === true && (command === 'RCPT TO' || command === 'DATA')) return new MailRefused(said);
  if (responseCode !== undefined && tooMuch.has(responseCode))
    return Object.assign(new MailSlowDown(`mail not taken: ${said}`), { code: said });
  // A connection that is lost later may be lost after the server has accepted the mail.
  const surely = responseCode !== undefined || before.has(code ?? '') || before.has(timeoutOf(error)) || isConnect(error);
  const Unsent = surely ? MailUnavailable : Error;
  return Object.assign(new Unsent(`mail not taken: ${said}`), { code: said });
}

/** Refusals for now (RFC 5321), with which large services answer senders that are too fast. */
const tooMuch = new Set([421, 450, 451, 452]);
/** Codes and timeouts of the steps before a mail is handed over. */
const before = new Set(['EAUTH', 'EDNS', 'ETLS', 'CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT']);
const timeoutOf = (error: object) => ('timeoutType' in error ? String(error.timeoutType) : '');
const isConnect = (error: object) => 'syscall' in error && error.syscall === 'connect';

/** Without TLS only on this machine, unless the URL says `?tls=optional`: for a relay inside the operator's own network. */
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
