/** The browser's IANA time zone: its only hint of a place. '' if unknown. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
