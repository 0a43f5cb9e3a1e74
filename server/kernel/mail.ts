// Mail to the product's own users, as the areas see it. The adapters are in server/providers/mail; mail to contacts goes through the
// compliance gate and is no business of this.

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  attachments?: { name: string; type: string; content: Buffer }[];
}

export interface MailProvider {
  /** Resolves once the mail server has taken it. Rejects with MailRefused where no later try does better. */
  send(mail: Mail): Promise<{ id: string }>;
  close(): void;
}

/** The mail server said no for good: its code, no address. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}
