// Formats of values: phones, zips, dates, masks. Pure functions for server and browser.

/**
 * The ten digits of a US phone without the country's 1, or '' if there are not ten. Contacts are stored and
 * matched in this form.
 */
export function normalPhone(text: string): string {
  if (/\de[+-]?\d/i.test(text)) return ''; // a spreadsheet's 3.05555E+09 has lost digits
  const digits = text.replace(/\D/g, '');
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return /^[2-9]\d{9}$/.test(national) ? national : '';
}

/** Of a number of ten digits: it is called for free, and under rules of its own for texts. */
export const isTollFree = (number: string) => /^8(?:00|33|44|55|66|77|88)/.test(number);

/** 3-3-4, or 1-3-3-4 for eleven digits that start with 1. */
export function formatPhone(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length === 11 && digits.startsWith('1')) return `1 (${digits.slice(1, 4)}) ${digits.slice(4, 7)}-${digits.slice(7)}`;
  return digits.length === 10 ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : text;
}

/** MM/DD/YYYY of a day `YYYY-MM-DD`. */
export function formatDay(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-');
  return `${month}/${date}/${year}`;
}

/** Shows the last four characters, and of a short text no more than half. */
export function maskAllButLast(text: string): string {
  const hidden = text.length - Math.min(4, Math.floor(text.length / 2));
  return '•'.repeat(hidden) + text.slice(hidden);
}

/** Whole years between a birth day and a day. */
export function ageOn(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5, 10) < birth.slice(5, 10) ? years - 1 : years;
}

/** A percentage as a whole number of hundredths. */
export const hundredths = (share: number) => Math.round(share * 100);

/** Dollars as a decimal string in whole ten-thousandths, as they are stored. */
export function tenThousandths(dollars: string): number {
  const [whole = '', fraction = ''] = dollars.split('.');
  return Number(whole) * 10_000 + Number(fraction.padEnd(4, '0'));
}

/** The other way: at least two decimal places. */
export function dollars(tenThousandths: number): string {
  const fraction = String(tenThousandths % 10_000).padStart(4, '0');
  return `${Math.floor(tenThousandths / 10_000)}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, '')}`;
}

/** Whether a text is an amount of dollars and cents, as people type it: `12`, `12.5`, `12.50`. */
export const isDecimalMoney = (text: string) => /^\d{1,9}(\.\d{1,2})?$/.test(text);

const brands = [
  ['visa', /^4\d{12}(\d{3}){0,2}$/],
  ['mastercard', /^(5[1-5]\d{14}|2(22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12})$/],
  ['amex', /^3[47]\d{13}$/],
  ['discover', /^(6011\d{12}|65\d{14}|64[4-9]\d{13})$/],
] as const;
export type CardBrand = (typeof brands)[number][0];

/** The brand of a whole card number; null for any other. */
export const cardBrand = (number: string): CardBrand | null =>
  brands.find(([, pattern]) => pattern.test(number.replace(/[ -]/g, '')))?.[0] ?? null;

/** Whether `MM/DD` is a day of the year: 02/29 is, 02/30 is not. */
export function isMonthDay(text: string): boolean {
  const [, month = '', day = ''] = /^(\d{2})\/(\d{2})$/.exec(text) ?? [];
  const daysInMonth = new Date(Date.UTC(2024, Number(month), 0)).getUTCDate(); // a leap year
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= daysInMonth;
}

/** The search key of a policy number: its letters and digits. */
export const policyNumberKey = (text: string) => text.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** “1 contact”, “1,234 contacts”. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** “340 bytes”, “1.5 kB”, “100 MB”. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return counted(Math.round(bytes), 'byte');
  const [divisor, unit] = bytes < 1_000_000 ? [1000, 'kB'] : bytes < 1_000_000_000 ? [1_000_000, 'MB'] : [1_000_000_000, 'GB'];
  const value = bytes / divisor;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
