/** The browser's time zone: the nearest thing to a place that needs no register of addresses. */
export const placeOfBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
