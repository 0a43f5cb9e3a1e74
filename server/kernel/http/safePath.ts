// The browser's target after sign-in: only a page of our own, whatever the given address.

const nowhere = 'https://steward.invalid';
/** Our paths never need `%2f`-like escapes; and no browser reads a `.` or an empty part in its own way. */
const plainPath = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*\/?$/;

/** The path with its query and fragment, or `/` if it is not ours. */
export function safePath(path: unknown): string {
  if (typeof path !== 'string' || path.length > 2000) return '/';
  // Browsers drop tabs and line ends from an address, and read `\` as `/`.
  if (!path.startsWith('/') || /[\p{Cc}\p{Cs}\\]/u.test(path)) return '/';
  const [own = ''] = path.split(/[?#]/, 1);
  if (!plainPath.test(own) || !URL.canParse(path, nowhere)) return '/';
  const { origin, pathname, search, hash } = new URL(path, nowhere);
  return origin === nowhere && pathname === own ? pathname + search + hash : '/';
}
