// Mail to the product's own users, as the areas see it; to contacts goes none of it. The adapters are in server/providers/mail.

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  attachments?: { name: string; type: string; content: Buffer }[];
}

export interface MailProvider {
  /**
   * Resolves once the mail server has taken it. Rejects with MailRefused where no later try does better. `patience`: milliseconds for all of it, the
   * wait for a connection included.
   */
  send(mail: Mail, options?: { patience?: number }): Promise<{ id: string }>;
  close(): void;
}

/** The mail server said no for good: its code, no address. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}
