// Numbers that a company texts and calls from. A number is ten digits.
export { findNumber, type HeldNumber, numberFor, numbersFor, rememberNumber } from './phoneNumbers.choose.ts';

/** Of webhooks: where the carrier brings what comes in for a company's numbers, and what becomes of its texts. */
export const textHook = 'texts';
