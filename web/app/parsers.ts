// Reads values that others may have written: addresses, and this browser's storage. Invalid ones become undefined.
// Does not use the contract's schemas: they and their library stay on the server.
import type { SearchSchemaInput } from '@tanstack/react-router';

export type Read<T> = (said: unknown) => T | undefined;

export const flag: Read<boolean> = (said) => (typeof said === 'boolean' ? said : undefined);

export const text =
  (max = Number.POSITIVE_INFINITY): Read<string> =>
  (said) =>
    typeof said === 'string' && said.length <= max ? said : undefined;

/** Digits in an address arrive as a number. */
export const written =
  (max: number): Read<string> =>
  (said) =>
    text(max)(typeof said === 'number' ? String(said) : said);

/** A whole number from 1: an id, a page. */
export const ordinal: Read<number> = (said) => (Number.isSafeInteger(said) && Number(said) > 0 ? Number(said) : undefined);

export const oneOf =
  <const T>(options: readonly T[]): Read<T> =>
  (said) =>
    options.find((option) => option === said);

export const either =
  <A, B>(one: Read<A>, other: Read<B>): Read<A | B> =>
  (said) =>
    one(said) ?? other(said);

/** All of them fit, or none count. */
export const listOf =
  <T>(read: Read<T>, max = Number.POSITIVE_INFINITY): Read<T[]> =>
  (said) => {
    if (!Array.isArray(said) || said.length > max) return undefined;
    const all = said.flatMap((one) => read(one) ?? []);
    return all.length === said.length ? all : undefined;
  };

/** The open tab of a page, as its address has it; the first where it has none. */
export const tabSearch =
  <const Tab extends string>(tabs: readonly [Tab, ...Tab[]]) =>
  (said: { tab?: Tab } & SearchSchemaInput): { tab: Tab } => ({ tab: oneOf(tabs)(said.tab) ?? tabs[0] });
