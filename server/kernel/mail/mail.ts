// Mail as areas see it. Mail to users is made by the area mail; mail to contacts only by the area sends, behind the compliance gate.
// The adapters are in server/providers/mail.

/** An address of a verified domain of the company, and the key that signs its mail. */
export interface MailSender {
  address: string;
  dkim: { domainName: string; keySelector: string; privateKey: string };
}

export interface Mail {
  /** The sender's name; the address is the installation's, unless `sender` says another. */
  from: string;
  sender?: MailSender;
  to: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  /** `cid`: the HTML shows it as `cid:…`. */
  attachments?: { name: string; type: string; content: Buffer; cid?: string }[];
  /** Where an answer goes, if not to the sender. */
  replyTo?: { name: string; address: string };
  /** Where a mail that cannot be delivered comes back to, if not to the sender. */
  bouncesTo?: string;
  /** The Message-IDs of the conversation that it answers, the newest last. */
  answers?: string[];
  /** The part of the Message-ID before the @, if the caller wants to ask for it later: `find`. */
  messageKey?: string;
  /** The address of a POST that ends such mail (RFC 8058). With it, the mail says that it comes from a list. */
  unsubscribe?: string;
}

export interface MailProvider {
  /**
   * Resolves when the mail server has accepted the mail. Rejects with MailRefused if no retry can help.
   * `patience`: milliseconds for everything, the wait for a connection included.
   */
  send(mail: Mail, options?: { patience?: number }): Promise<{ id: string }>;
  /** Whether a mail with this key was accepted. Absent where the server cannot be asked. */
  find?(messageKey: string): Promise<boolean>;
  /** Null where the server answers and lets us in; else why not, as a code. */
  check?(): Promise<string | null>;
  /** Nothing leaves this machine. */
  isSandbox?: true;
  close(): void;
}

/** The mail was surely not accepted, and a retry may help. Any other error leaves open whether it was. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable';
}

/** The same, because the receiver's server gets too much at once. */
export class MailSlowDown extends MailUnavailable {
  override name = 'MailSlowDown';
}

/** The mail server refused for good: its code, without addresses. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}
