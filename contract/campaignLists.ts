// Fixed lists of campaigns. Apart from the schemas: the browser has these too. Meanings: decision 0059.

/** The kind of messages that a campaign sends. */
export const campaignTypes = ['mail', 'sms'] as const;
export type CampaignType = (typeof campaignTypes)[number];

/** The event that starts it by itself, with `auto_trigger`. */
export const campaignEvents = ['none', 'contact_created', 'status_changed', 'tag_added', 'became_client'] as const;
export type CampaignEvent = (typeof campaignEvents)[number];

/** The day that comes again. `while_status`: every so many days while the contact is in one of the statuses. */
export const campaignRecurrences = ['none', 'birthday', 'turning_65', 'policy_renewal', 'while_status'] as const;
export type CampaignRecurrence = (typeof campaignRecurrences)[number];

/** The time zone of the campaign's hour. */
export const campaignZones = ['company', 'recipient'] as const;
export type CampaignZone = (typeof campaignZones)[number];

/** `approved`: it may be switched on. `stopped`: it is on, but its owner has left, so it sends nothing. */
export const campaignStates = ['draft', 'approved', 'on', 'stopped'] as const;
export type CampaignState = (typeof campaignStates)[number];

/** When its owner leaves: it runs on as the successor; the successor has it, and it has to be approved again; it stays, and sends nothing. */
export const campaignHandOvers = ['continue', 'ask', 'stop'] as const;
export type CampaignHandOver = (typeof campaignHandOvers)[number];

/** Screens that offer the campaign. */
export const campaignPlaces = ['bulk', 'conversation', 'event'] as const;
export type CampaignPlace = (typeof campaignPlaces)[number];

export const campaignOrders = ['name', 'updated_at'] as const;

/** Templates of one campaign, and campaigns of a company. */
export const maxCampaignMails = 20;
export const maxCampaigns = 2_000;
/** Contacts of one day that are checked before it is switched on. */
export const maxCampaignPreview = 20_000;
