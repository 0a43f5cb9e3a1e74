// Mail to the product's own users, never to contacts, as areas see it. The adapters are in server/providers/mail.

export interface Mail {
  /** The sender's name; the address is the installation's. */
  from: string;
  to: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  /** `cid`: the HTML shows it as `cid:…`. */
  attachments?: { name: string; type: string; content: Buffer; cid?: string }[];
}

export interface MailProvider {
  /**
   * Resolves when the mail server has accepted the mail. Rejects with MailRefused if no retry can help.
   * `patience`: milliseconds for everything, the wait for a connection included.
   */
  send(mail: Mail, options?: { patience?: number }): Promise<{ id: string }>;
  close(): void;
}

/** The mail server refused for good: its code, without addresses. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}
