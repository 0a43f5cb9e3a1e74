// Opens the composer of a mail to a contact, from any screen. Small: the composer loads later.
import { createStore } from '#app/store.ts';

export interface MailAsk {
  id: number;
  name: string;
}

export const mailAsked = createStore<MailAsk | null>(null);
