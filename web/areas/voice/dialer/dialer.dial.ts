// From a number to a call: its length, the device, the minutes and the law are looked at first, in this order.
import { call as send } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import { createStore } from '#app/store.ts';
import { checkCall } from '#contract/dialer.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import type { Person } from '#contract/users.ts';
import { colleagueOf, hasDialLength } from './dialer.numbers.ts';
import { trouble } from './phone.live.ts';
import { cannotCall, startCall } from './phone.ts';
import { moreMinutes, results } from './voiceErrors.ts';

export interface Target {
  number: string;
  /** The contact with this number, or the colleague. */
  person: Person | null;
}

export type Check = AnswerOf<typeof checkCall>;

/** The number in the keypad. */
export const typed = createStore<Target>({ number: '', person: null });
/** The check that stops a call to that number; null: nothing stops it, or not asked yet. */
export const gate = createStore<{ number: string; check: Check } | null>(null);
/** Whether a call is being prepared. */
export const isDialling = createStore(false);

export const isFree = ({ result, decision }: Check) => result === 'OK' && (decision === null || decision.answer === 'yes');

/** In words, where it is not the law that stops the call. */
export const stopWords = ({ result, message }: Check): string | null =>
  result === 'OK' ? null : result === results.minutes ? message || moreMinutes : message || result;

export function typeNumber(number: string, person: Person | null = null) {
  typed.set({ number, person });
  gate.set(null);
  trouble.set(null);
}

const askGate = ({ number, person }: Target) =>
  send(checkCall, { body: { phone_number: number, contact_id: person?.id ?? null } });

/** As a number is chosen on a screen: its reasons stand there before anyone presses Call. */
export async function lookAhead(target: Target): Promise<void> {
  if (colleagueOf(target.number) || !hasDialLength(target.number)) return;
  const check = await askGate(target).catch(() => null); // pressing Call asks again, and says why it cannot
  if (check && !isFree(check) && typed.get().number === target.number) gate.set({ number: target.number, check });
}

/** `reason`: why the user calls although the law says no, where it lets them. */
export async function dial(target: Target, reason = ''): Promise<void> {
  if (isDialling.get()) return;
  const colleague = colleagueOf(target.number);
  if (!colleague && !hasDialLength(target.number)) return trouble.set(results.number);
  const stops = cannotCall();
  if (stops) return trouble.set(stops);
  trouble.set(null);
  isDialling.set(true);
  try {
    const check = colleague ? null : await askGate(target);
    if (check && !isFree(check) && !(check.result === 'OK' && check.may_override && reason))
      return gate.set({ number: target.number, check });
    gate.set(null);
    const { number, person } = target;
    await startCall({ number, name: person?.name ?? '', contact: colleague ? null : person, reason });
    typed.set({ number: '', person: null });
  } catch (error) {
    trouble.set(textOf(error));
  } finally {
    isDialling.set(false);
  }
}
