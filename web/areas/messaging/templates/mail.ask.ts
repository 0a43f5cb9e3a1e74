// Opens the composer of a mail to a contact, from any screen. Small: the composer loads later.
import { createStore } from '#app/store.ts';
import type { CampaignPlace } from '#contract/campaignLists.ts';

export interface MailAsk {
  id: number;
  name: string;
  /** Which campaigns are offered. */
  place?: CampaignPlace;
}

export const mailAsked = createStore<MailAsk | null>(null);
