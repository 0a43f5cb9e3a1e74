// Why a message did not go out, in words. Apart from the lists: the browser loads these with the screens that show them.
import { gateChecks } from './complianceLists.ts';

/** Reasons of a message beside those of the gate. */
const ownReasons = {
  same_address: 'Another contact with this address gets it',
  address_changed: 'The address was changed',
  deleted: 'The contact was deleted',
  refused: 'The mail server or the carrier refused it',
  unavailable: 'The mail server or the carrier could not be reached',
  paced: 'So much leaves at once; this one has its turn later',
  answered: 'The contact answered before',
  balance: 'The wallet does not cover it',
  allocation: 'The texts of this month are used up. Request additional ones from your manager',
  no_number: 'There is no number to text from',
} as const;

/** Why a message was blocked, failed or waits, in words. */
export const reasonWords = (reason: string | null): string => {
  const titles: Record<string, string> = {
    ...Object.fromEntries(Object.entries(gateChecks).map(([name, { title }]) => [name, title])),
    ...ownReasons,
  };
  return reason === null ? '' : (titles[reason] ?? reason);
};
