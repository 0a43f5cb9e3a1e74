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
  /** The receiver of an answer, if not the sender. */
  replyTo?: { name: string; address: string };
  /** The address to which an undeliverable mail returns, if not the sender's. */
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
   * Resolves when the mail server has accepted the mail, with the Message-ID that its receiver sees. Rejects
   * with MailRefused if no retry can help. `patience`: milliseconds for everything, the wait for a connection
   * included.
   */
  send(mail: Mail, options?: { patience?: number }): Promise<{ id: string }>;
  /** Mails that it takes side by side; 5, if absent. */
  atOnce?: number;
  /** Whether a mail with this key was accepted. Absent where the server cannot be asked. */
  find?(messageKey: string): Promise<boolean>;
  /** Null where the server answers and lets us in; else why not, as a code. */
  check?(): Promise<string | null>;
  /** Reports that the service sends us, where it does. */
  reports?: MailReports;
  /** Nothing leaves this machine. */
  isSandbox?: true;
  close(): void;
}

/** The service's calls to us. One account serves all companies, so the address of the calls is the operator's. */
export interface MailReports {
  /** Whether this is the last part of that address. */
  isAddress(token: string): boolean;
  /**
   * Outside of any transaction: it may ask the service. `nothing`: a true call of which nothing follows.
   * Rejects with MailUnavailable where the signature cannot be checked now.
   */
  read(body: Buffer): Promise<MailReport | 'nothing' | 'forged'>;
}

/** The fate of a mail that was sent with a `messageKey`, or a mail that arrived. */
export type MailReport = MailFate | { kind: 'received'; to: string[]; raw: Buffer };

export interface MailFate {
  kind: 'sent' | 'delivered' | 'bounced' | 'complained';
  messageKey: string;
  /** The service's name of the mail, as `send` returns it. */
  id: string;
  /** Names the event, however often it is told. */
  event: string;
  /** Null: the service does not say. */
  at: string | null;
  /** Of a bounce: the address will never work. */
  permanent: boolean;
  /** The other side's reply. */
  detail: string;
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

/** By the code of a mail that came back (RFC 3463): 5.7 is about the sender, not the address; 5.2.2 is a full mailbox. */
export const isForGood = (code: string): boolean => code.startsWith('5.') && !code.startsWith('5.7.') && code !== '5.2.2';
