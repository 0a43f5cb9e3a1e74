// Payment cards as areas see them. The adapter is in server/providers/cards. Never called inside a transaction.
import type { SandboxCardAct } from '#contract/sandboxCardLists.ts';
import type { Decline } from '#contract/walletLists.ts';

export interface ProcessorCard {
  providerId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

export interface NewCharge {
  /** The processor's names of the payer and the card. */
  customer: string;
  method: string;
  cents: number;
  description: string;
  /** The same key is the same charge, however often it is asked for. */
  key: string;
  /** Shown beside the charge at the processor. */
  metadata: Record<string, string>;
  /** The page to which the bank's page returns; null: nobody is there to confirm, so the charge fails if the bank asks. */
  returnUrl: string | null;
}

export interface Charge {
  id: string;
  state: 'pending' | 'requires_action' | 'succeeded' | 'failed';
  /** The bank's page; in state `requires_action`. */
  actionUrl: string | null;
  failure: Decline | null;
}

/** As the processor lists them. */
export interface ListedCharge {
  id: string;
  state: Charge['state'];
  cents: number;
  refundedCents: number;
  /** Ours: `company` and `payment`. */
  metadata: Metadata;
}

export interface ProcessorRefund {
  id: string;
  /** One that succeeded may still fail: the bank of the card sends the money back. */
  state: 'pending' | 'succeeded' | 'failed';
}

/** As the processor lists those of one charge. */
export interface ListedRefund extends ProcessorRefund {
  cents: number;
  /** Ours says `refund`; one that was made on the processor's own page says nothing. */
  metadata: Metadata;
}

export interface NewRefund {
  charge: string;
  cents: number;
  /** The same key is the same refund. */
  key: string;
  metadata: Metadata;
}

export interface ProcessorDispute {
  id: string;
  cents: number;
  /** `warning`: the bank only asks; `closed`: it asked and took nothing. */
  state: 'warning' | 'closed' | 'open' | 'lost' | 'won';
  /** A word of the processor's: `fraudulent`, `product_not_received` … */
  reason: string;
  /** Until when the processor takes an answer. */
  answerBy: Date | null;
  metadata: Metadata;
}

type Metadata = Record<string, string>;

/** The subject of an event: a hint to ask for the present state. `refunds`: those of the charge with this id. */
export interface EventObject {
  kind: 'charge' | 'refund' | 'refunds' | 'dispute' | 'card';
  id: string;
}

export interface CardEvent {
  id: string;
  type: string;
  /** Null: nothing of ours. */
  about: EventObject | null;
}

export interface CardProvider {
  /** The pages of the demo's own processor, which takes test cards alone; null for a real one. */
  sandbox: SandboxPages | null;
  createCustomer(payer: { key: string; name: string; metadata: Record<string, string> }): Promise<string>;
  /** A page of the processor on which the payer enters a card. In `returnUrl`, `{CHECKOUT_SESSION_ID}` becomes its id. */
  startSetup(setup: { customer: string; returnUrl: string; cancelUrl: string }): Promise<{ id: string; url: string }>;
  /** The card that was entered there; null: none yet, or the page is of another payer. */
  findSetup(id: string, customer: string): Promise<ProcessorCard | null>;
  removeCard(method: string): Promise<void>;
  charge(charge: NewCharge): Promise<Charge>;
  findCharge(id: string): Promise<Charge>;
  /** Null: there was never such a charge. For keys that are older than the processor remembers them. */
  findChargeByKey(customer: string, key: string): Promise<Charge | null>;
  cancelCharge(id: string): Promise<void>;
  /** Null: refused for good. */
  refund(refund: NewRefund): Promise<ProcessorRefund | null>;
  findRefund(id: string): Promise<ProcessorRefund>;
  findRefundByKey(charge: string, key: string): Promise<ProcessorRefund | null>;
  /** At most 100. */
  listRefunds(charge: string): Promise<ListedRefund[]>;
  findDispute(id: string): Promise<ProcessorDispute | null>;
  /** `attached`: it can be charged; a card that was taken off its customer stays so. Null: there is no such card. */
  findCard(method: string): Promise<(ProcessorCard & { attached: boolean }) | null>;
  /** All of the account, made in this time, by pages of 100. */
  listCharges(since: Date, until: Date): AsyncGenerator<ListedCharge[]>;
  /** Whether it calls us: the secret of its calls is set. */
  hears: boolean;
  /** Null: the call is not the processor's own, or too old. `signature`: the header `stripe-signature`. */
  readEvent(body: Buffer, signature: string | undefined, now: Date): CardEvent | null;
  /** The owner by our own metadata: `company`, `payment`, `refund`. Null: the processor has no such object. */
  ownerOf(about: EventObject): Promise<Metadata | null>;
  /** Null where the processor answers and our key works; else why not, as a code. */
  check(): Promise<string | null>;
}

interface Return {
  return_url: string;
}

/** People's actions on the pages of the demo's processor. Null: there is no such page. */
export interface SandboxPages {
  findSetup(id: string): Promise<Return | null>;
  /** Null also for a number that is none of the test cards. */
  enterCard(id: string, card: { number: string; month: number; year: number }): Promise<Return | null>;
  /** A charge that the bank asks about; `open`: it still waits for an answer. */
  findCharge(id: string): Promise<(Return & { cents: number; card: string; open: boolean }) | null>;
  answerCharge(id: string, approve: boolean): Promise<Return | null>;
  /** The latest 50, with what banks and their holders did. */
  listCharges(): Promise<SandboxCharge[]>;
  /** Performs a bank's act. Returns the calls about it that the processor now has to make. */
  act(charge: string, act: SandboxCardAct): Promise<string[] | 'not_now' | null>;
  /** The latest 20 calls to us. */
  listEvents(): Promise<{ id: string; type: string; at: string }[]>;
  /** The bytes of a call and its signature; `forged`: with a wrong one. */
  signed(event: string, how: { forged: boolean }): Promise<{ body: Buffer; signature: string } | null>;
}

export interface SandboxCharge {
  id: string;
  cents: number;
  card: string;
  at: string;
  state: string;
  refunds: { cents: number; state: string }[];
  dispute: { state: string; cents: number } | null;
}

/** The processor did not answer, or not clearly: the same call with the same key finds out. */
export class CardsUnavailable extends Error {
  override name = 'CardsUnavailable';
}
