// The values of filters, as the types that their conditions need.
import type { Filter } from '#contract/contactsScope.ts';

/** Makes the error of the filter's field. */
export type Refuse = (text: string) => Error;

export function toText(value: Filter['value'], refuse: Refuse): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  if (text.trim() === '' || text.includes('\0')) throw refuse('Enter a text to search for');
  return text.trim();
}

export const toTexts = (value: Filter['value']): string[] =>
  (Array.isArray(value) ? value : [value]).map((item) => String(item ?? '').replaceAll('\0', ''));

export function toIds(value: Filter['value'], refuse: Refuse): number[] {
  const ids = (Array.isArray(value) ? value : [value]).map(Number);
  if (ids.length === 0 || !ids.every((id) => Number.isSafeInteger(id) && id > 0)) throw refuse('Choose from the list');
  return ids;
}

export function toNumber(value: unknown, refuse: Refuse): number {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) throw refuse('Enter a number');
  return number;
}

export function toBoolean(value: unknown, refuse: Refuse): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  throw refuse('Choose yes or no');
}
