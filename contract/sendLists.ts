// Fixed lists of sends and their messages. Apart from the schemas: the browser has these too.
/**
 * `single`: one mail, written for the chosen contacts. `group`: a template, in the sender's name. `broadcast`: a template, in the company's
 * name. `auto`: a campaign by itself, in the company's name.
 */
export const sendKinds = ['single', 'group', 'broadcast', 'auto'] as const;
export type SendKind = (typeof sendKinds)[number];

/** It comes from the company, with the licence of each contact's owner. */
export const isOfCompany = (kind: SendKind): boolean => kind === 'broadcast' || kind === 'auto';

/** Channels of sends. */
export const sendChannels = ['email', 'text'] as const;
export type SendChannel = (typeof sendChannels)[number];

/** Purposes of messages. Service messages are about a client's existing products: other rules apply to them. */
export const sendPurposes = ['marketing', 'service'] as const;
export type SendPurpose = (typeof sendPurposes)[number];
/** `reply`: a person answers a contact who wrote. `compliance`: an answer to STOP or HELP. */
export const storedPurposes = [...sendPurposes, 'reply', 'compliance'] as const;
export type StoredPurpose = (typeof storedPurposes)[number];

/** `preparing`: its contacts are checked one after another. `done`: no message waits any more. */
export const sendStatuses = ['scheduled', 'preparing', 'sending', 'paused', 'done', 'cancelled', 'failed'] as const;
export type SendStatus = (typeof sendStatuses)[number];

/**
 * `blocked`: a rule refused it. `failed`: the mail server refused it for good. `unknown`: the server's answer was lost, so it may have arrived;
 * it is never sent again by itself.
 */
export const messageStates = ['queued', 'sending', 'sent', 'failed', 'blocked', 'cancelled', 'unknown'] as const;
export type MessageState = (typeof messageStates)[number];

/** Events of a sent message, from the least telling to the most; each is stored once. */
export const messageEventKinds = ['delivered', 'opened', 'clicked', 'replied', 'unsubscribed', 'bounced', 'complained'] as const;
export type MessageEventKind = (typeof messageEventKinds)[number];
