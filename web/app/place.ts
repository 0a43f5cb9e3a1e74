/** The browser's IANA zone: the nearest thing to a place that it tells. '' where it tells none. */
export const placeOfBrowser = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
