// The search parameters of the list of mails.
import { oneOf, ordinal, written } from '#app/parsers.ts';
import { type MessageEventKind, type MessageState, messageEventKinds, messageStates } from '#contract/sendLists.ts';

export const mailDefaults = {
  state: 'all' as MessageState | MessageEventKind | 'all',
  address: '',
  sender: undefined as number | undefined,
  /** Of the sender. */
  name: '',
  campaign: undefined as number | undefined,
  from: '',
  to: '',
};
export type MailListSearch = typeof mailDefaults;

export const readMailSearch = (said: Partial<MailListSearch>): MailListSearch => ({
  state: oneOf(['all', ...messageStates, ...messageEventKinds] as const)(said.state) ?? 'all',
  address: written(320)(said.address) ?? '',
  sender: ordinal(said.sender),
  name: written(200)(said.name) ?? '',
  campaign: ordinal(said.campaign),
  from: written(10)(said.from) ?? '',
  to: written(10)(said.to) ?? '',
});
