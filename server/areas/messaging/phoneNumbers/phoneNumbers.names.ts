/**
 * Of webhooks: where the carrier brings what comes in for a company's numbers, and what becomes of its texts.
 */
export const textHook = 'texts';
