// What the browser keeps for a user: `kept` outlives signing out (chosen columns, theme), `passing` goes with the session (a draft).
import { useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { useMeIfKnown } from './session.ts';

const listeners = new Set<() => void>();

/** State kept under the user's own key; what no longer fits the schema counts as never kept. */
export function useStored<S extends z.ZodType>(
  name: string,
  schema: S,
  fallback: z.output<S>,
  place: 'kept' | 'passing' = 'kept',
): [z.output<S>, (value: z.output<S>) => void] {
  const key = `${useMeIfKnown()?.state_key ?? 'steward'}:${name}`;
  const storage = place === 'kept' ? localStorage : sessionStorage;
  const text = useSyncExternalStore(subscribe, () => storage.getItem(key));
  const value = text === null ? undefined : remembered(key, schema, text);
  const keep = (next: z.output<S>) => {
    storage.setItem(key, JSON.stringify(next));
    for (const listener of listeners) listener();
  };
  return [value ?? fallback, keep];
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same text yields the same object, so that what depends on it is not worked out anew. */
const memory = new Map<string, { text: string; value: unknown }>();
function remembered<S extends z.ZodType>(key: string, schema: S, text: string): z.output<S> | undefined {
  const last = memory.get(key);
  if (last?.text === text) return last.value as z.output<S>;
  const value = parse(schema, text);
  memory.set(key, { text, value });
  return value;
}

function parse<S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
