// What a text says beside the words of its writer. Pure functions for server and browser.
import type { StoredPurpose } from './sendLists.ts';

/** What a person may write; the carrier takes 1,600 characters with all that is added. */
export const maxTextBody = 1_500;

const optOut = 'Reply STOP to opt out';

/** Marketing texts say how to end them, unless their words do. */
export const withOptOut = (body: string, purpose: StoredPurpose): string =>
  purpose === 'marketing' && !/\bSTOP\b/i.test(body) ? `${body.trimEnd()}\n${optOut}` : body;
