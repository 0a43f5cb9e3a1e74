/** The browser's IANA time zone: its only hint of a place. '' if unknown. */
export const placeOfBrowser = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
