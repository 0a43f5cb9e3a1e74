// Telephony as areas see it: texts, phone numbers, and what a carrier knows of a number. The adapters are in server/providers/telephony.
// A number is ten digits of the North American plan, as contacts store it.

import type { Registrar } from './registrar.ts';

export interface Text {
  from: string;
  to: string;
  body: string;
  /** Addresses of pictures that the carrier fetches. */
  media?: string[];
  /** The address for the carrier's reports on the text. */
  report?: string;
  /** Seconds that the carrier may wait before it gives up. */
  goodFor?: number;
}

/**
 * `refused`: never sent, and a retry is refused too. `later`: surely not sent, and a retry may help.
 * `unknown`: perhaps sent; ask `findText`.
 */
export type TextResult =
  | { result: 'accepted'; id: string; segments: number }
  | { result: 'refused'; code: string; means: CodeMeaning | null }
  /** `tooFast`: this number sends more than the carrier takes. `seconds`: when the carrier wants it again. */
  | { result: 'later'; code: string; tooFast: boolean; seconds: number | null }
  | { result: 'unknown' };

/** The receiver sent STOP; it is no mobile; there is no such number; our number is not registered. */
export const codeMeanings = ['stopped', 'landline', 'dead', 'unregistered'] as const;
export type CodeMeaning = (typeof codeMeanings)[number];

export const lineTypes = ['mobile', 'landline', 'voip', 'toll_free', 'other'] as const;
export type LineType = (typeof lineTypes)[number];

export interface LineFacts {
  /** Whether such a number can exist. */
  valid: boolean;
  /** Null: the carrier does not say. */
  type: LineType | null;
  carrier: string;
}

export interface NumberSearch {
  areaCode?: string;
  /** Digits anywhere in the number. */
  contains?: string;
  /** Two letters. */
  state?: string;
  limit: number;
}

export interface NumberOffer {
  number: string;
  city: string;
  state: string;
  texts: boolean;
  calls: boolean;
}

export interface NumberTerms {
  /** One account serves all companies: the carrier keeps whose it is. */
  owner: string;
  /** The address for the carrier's calls with texts to this number. */
  inbound: string;
}

/** A call of the carrier to our webhook. */
export type TextCall = { kind: 'report'; report: TextReport } | { kind: 'received'; text: ReceivedText };

export const textStatuses = ['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed'] as const;

/** The fate of a text of ours. */
export interface TextReport {
  /** As `sendText` returned it. */
  id: string;
  status: (typeof textStatuses)[number];
  /** The carrier's code of a failure, and what it says of the number. */
  code: string | null;
  means: CodeMeaning | null;
}

/** A text that came in. */
export interface ReceivedText {
  id: string;
  from: string;
  to: string;
  body: string;
  /** Addresses of its pictures, for `fetchMedia`. */
  media: string[];
  /** The carrier has answered STOP, START or HELP itself. */
  isAnswered: boolean;
}

/** The same, as the carrier lists it. */
export interface ListedText extends Pick<ReceivedText, 'id' | 'from' | 'to' | 'body'> {
  at: Date;
  pictures: number;
}

/** Everything but `sendText` rejects with TelephonyRefused or TelephonyUnavailable. */
export interface Telephony {
  sendText(text: Text): Promise<TextResult>;
  /** The same text, sent since then; null: the carrier surely has none. */
  findText(
    text: Pick<Text, 'from' | 'to' | 'body'>,
    since: Date,
    /** Their ids: those that are other messages of ours. */
    except?: readonly string[],
  ): Promise<{ id: string; segments: number } | null>;
  /** Texts that came in for a number of ours since then, the oldest first. */
  listReceived(number: string, since: Date): Promise<ListedText[]>;
  /** Addresses of the pictures of one of them, for `fetchMedia`. */
  listMedia(id: string): Promise<string[]>;
  lookUp(number: string): Promise<LineFacts>;
  searchNumbers(search: NumberSearch): Promise<NumberOffer[]>;
  /**
   * Safe to repeat: a number that this owner has already is answered as it is; another owner's is refused.
   */
  buyNumber(number: string, terms: NumberTerms): Promise<{ id: string }>;
  /** Safe to repeat. */
  releaseNumber(id: string): Promise<void>;
  /**
   * A file of a text that came in, by the address that the carrier named. TelephonyRefused where it is none,
   * or larger than `most` bytes.
   */
  fetchMedia(url: string, most: number): Promise<Buffer>;
  /** Null where the carrier answers and our account works; else why not, as a code. */
  check(): Promise<string | null>;
  /** Absent where this installation cannot register companies. */
  registrar?: Registrar;
  /** Whether the carrier made this call to one of our addresses. */
  isSigned(call: SignedCall): boolean;
  /** Reads such a call; null: a content that we do not know. */
  readCall(body: Buffer): TextCall | null;
  /** The demo's carrier alone: what its own calls to us need. */
  sandbox?: {
    sign(url: string, form: URLSearchParams): string;
    formOf(call: TextCall): URLSearchParams;
    /** The address of a picture in a text from one of its handsets. */
    mediaAddress(sid: string, id: number): string;
  };
}

export interface SignedCall {
  /** Ours, as it is configured with the carrier. */
  url: string;
  form: URLSearchParams;
  signature: string | undefined;
}

/** Perhaps not done; a retry may help. */
export class TelephonyUnavailable extends Error {
  override name = 'TelephonyUnavailable';
}

/** The carrier refused for good; its code, without numbers. */
export class TelephonyRefused extends Error {
  override name = 'TelephonyRefused';
  readonly code: string;
  constructor(code: string) {
    super(`the carrier refused: ${code}`);
    this.code = code;
  }
}

/**
 * For addresses of ours: the carrier calls up to five times more where we do not answer, or with an error. It
 * keeps the part behind # to itself.
 */
export const withRetries = (address: string) => `${address}#rc=5&rp=all`;
