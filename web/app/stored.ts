// What the browser keeps for a user. `kept` outlives signing out (chosen columns, theme); `passing` is dropped with the session.
import { useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { useMeIfKnown } from './session.ts';

type Place = 'kept' | 'passing';
const storageOf = (place: Place) => (place === 'kept' ? localStorage : sessionStorage);
const listeners = new Set<() => void>();

export function readStored<S extends z.ZodType>(name: string, schema: S, place: Place = 'kept'): z.output<S> | undefined {
  const text = storageOf(place).getItem(name);
  return text === null ? undefined : parse(schema, text);
}

export function writeStored(name: string, value: unknown, place: Place = 'kept') {
  storageOf(place).setItem(name, JSON.stringify(value));
  for (const listener of listeners) listener();
}

/** State that the browser keeps under the user's own key; what no longer fits the schema counts as never kept. */
export function useStored<S extends z.ZodType>(
  name: string,
  schema: S,
  fallback: z.output<S>,
  place: Place = 'kept',
): [z.output<S>, (value: z.output<S>) => void] {
  const key = `${useMeIfKnown()?.state_key ?? 'steward'}:${name}`;
  const text = useSyncExternalStore(subscribe, () => storageOf(place).getItem(key));
  const value = text === null ? undefined : remembered(schema, text);
  return [value ?? fallback, (next) => writeStored(key, next, place)];
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same text yields the same object, so that what depends on it is not worked out anew. */
const memory = new WeakMap<z.ZodType, { text: string; value: unknown }>();
function remembered<S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined {
  const last = memory.get(schema);
  if (last?.text === text) return last.value as z.output<S>;
  const value = parse(schema, text);
  memory.set(schema, { text, value });
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
