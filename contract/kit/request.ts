// How a call travels. Apart from the schemas: the browser has only this.
import type { Endpoint } from './endpoint.ts';

/**
 * Marks a call without a user's action, such as polling: it keeps no session open. Without the mark every call
 * counts as use.
 */
export const backgroundHeader = 'x-background';

/** A caller's own name for a call that sends or spends, so that a retry does it once. */
export const idempotencyHeader = 'idempotency-key';

/** The URL, headers and body of a call: the only place that knows how parameters travel. */
export function requestOf(endpoint: Endpoint, call: object): { url: string; headers: Record<string, string>; body: unknown } {
  const {
    params = {},
    query = {},
    body,
    onceKey,
  } = call as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
    onceKey?: string;
  };
  const path = endpoint.path.replace(/:([A-Za-z_]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((item) => [`${name}[]`, item] as const)
      : value === undefined || value === null
        ? []
        : [[name, value] as const],
  );
  const search = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&');
  const headers: Record<string, string> = onceKey === undefined ? {} : { [idempotencyHeader]: onceKey };
  return { url: search ? `${path}?${search}` : path, headers, body };
}
