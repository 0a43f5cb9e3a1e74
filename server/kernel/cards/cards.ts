// Payment cards as areas see them. The adapter is in server/providers/cards. Never called inside a transaction.
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
  /** Where the bank's page returns to; null: nobody is there to confirm, so the charge fails if the bank asks. */
  returnUrl: string | null;
}

export interface Charge {
  id: string;
  state: 'pending' | 'requires_action' | 'succeeded' | 'failed';
  /** The bank's page; in state `requires_action`. */
  actionUrl: string | null;
  failure: Decline | null;
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
}

interface Return {
  return_url: string;
}

/** What people do on the pages of the demo's processor. Null: there is no such page. */
export interface SandboxPages {
  findSetup(id: string): Promise<Return | null>;
  /** Null also for a number that is none of the test cards. */
  enterCard(id: string, card: { number: string; month: number; year: number }): Promise<Return | null>;
  /** A charge that the bank asks about; `open`: it still waits for an answer. */
  findCharge(id: string): Promise<(Return & { cents: number; card: string; open: boolean }) | null>;
  answerCharge(id: string, approve: boolean): Promise<Return | null>;
}

/** The processor did not answer, or not clearly: the same call with the same key finds out. */
export class CardsUnavailable extends Error {
  override name = 'CardsUnavailable';
}
