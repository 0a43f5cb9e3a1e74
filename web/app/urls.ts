// Search parameters in a URL: texts as they are, other values as JSON.
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

export const parseSearch = parseSearchWith(JSON.parse);
export const stringifySearch = stringifySearchWith(JSON.stringify, parseUnlessNumber);

/**
 * A text that would read back as something else is written in quotes; digits are not: `?q=3055550142` is typed
 * by others too.
 */
function parseUnlessNumber(text: string) {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' && String(value) === text) throw new SyntaxError('digits stay as they are');
  return value;
}
