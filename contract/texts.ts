// Additions to the words of a text's writer. Pure functions for server and browser.
import type { StoredPurpose } from './sendLists.ts';

/** Characters that a person may write; the carrier takes 1,600 with all additions. */
export const maxTextBody = 1_500;

const optOut = 'Reply STOP to opt out';

/** Marketing texts say how to end them, unless their words do. */
export const withOptOut = (body: string, purpose: StoredPurpose): string =>
  purpose === 'marketing' && !/\bSTOP\b/i.test(body) ? `${body.trimEnd()}\n${optOut}` : body;

/** Addresses of pages in a text, each once. A merge field in one is a contact's own value: such a link is not counted. */
export const linksIn = (text: string): string[] => [
  ...new Set((text.match(linkForm) ?? []).map((link) => link.replace(endSigns, '')).filter((link) => !/[{}]/.test(link))),
];
const linkForm = /https?:\/\/[^\s<>"]{3,1000}/g;
/** Signs of the sentence around it. */
const endSigns = /[.,;:!?)\]']+$/;

/** The longest first, as one may be the beginning of another. */
export const withLinks = (text: string, links: readonly string[], shortOf: (link: string) => string): string =>
  links.toSorted((a, b) => b.length - a.length).reduce((rest, link) => rest.replaceAll(link, () => shortOf(link)), text);
