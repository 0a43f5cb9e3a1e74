// Typed and unsaved values by name: `contact:12:first_name`. They survive a reload, a lost session and signing
// out. In storage they are sealed with a key that the server gives only to this user (docs/decisions/0030).
import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Me } from '#contract/me.ts';
import { createStore } from './store.ts';

interface Entry {
  value: unknown;
  /** Milliseconds since 1970. */
  at: number;
}

/** Milliseconds until an unused draft is deleted. */
const longest = 30 * 24 * 3_600_000;
const everybodys = 'draft:';

let owner = '';
let keys: CryptoKey[] = [];
let opening: Promise<void> | undefined;
const entries = new Map<string, Entry>();
const listeners = new Set<() => void>();
/** Counts how often Undo restored drafts. */
const restorations = createStore(0);

/** Opens the user's drafts once; before that there are none. */
export function openDrafts(me: Me): Promise<void> {
  const next = `${everybodys}${me.company.id}.${me.id}${me.impersonator ? '.acting' : ''}:`;
  if (next !== owner) {
    owner = next;
    entries.clear();
    opening = unsealAll(me.draft_keys);
  }
  return opening ?? Promise.resolve();
}

export const draftAt = (name: string): Entry | undefined => entries.get(name);

export function keepDraft(name: string, value: unknown) {
  const entry = { value, at: Date.now() };
  entries.set(name, entry);
  tell();
  void store(name, entry);
}

/** With `sent`, only if the draft still equals it: text typed since then, here or in another tab, stays. */
export function dropDraft(name: string, sent?: unknown) {
  if (sent !== undefined && JSON.stringify(entries.get(name)?.value) !== JSON.stringify(sent)) return;
  if (!entries.delete(name)) return;
  localStorage.removeItem(owner + name);
  tell();
}

/** A value with its draft: the draft replaces `saved` until it is dropped. */
export function useDraft<T>(name: string, saved: T): { value: T; keep: (value: T) => void; drop: () => void; isKept: boolean } {
  const entry = useSyncExternalStore(subscribe, () => entries.get(name));
  const keep = useCallback((value: T) => keepDraft(name, value), [name]);
  const drop = useCallback(() => dropDraft(name), [name]);
  return { value: entry ? (entry.value as T) : saved, keep, drop, isKept: entry !== undefined };
}

/** Whether there is a draft of one of these names. */
export const useHasDraft = (names: readonly string[]): boolean =>
  useSyncExternalStore(subscribe, () => names.some((name) => entries.has(name)));

/** Undoes a discard, by name; also in a form that is open by then (`useRestored`). Text typed since then stays. */
export function restoreDrafts(dropped: Iterable<readonly [string, unknown]>) {
  for (const [name, value] of dropped) if (!entries.has(name)) keepDraft(name, value);
  restorations.set(restorations.get() + 1);
}

/** Calls `read` when Undo restored drafts: a form reads its own. */
export function useRestored(read: () => void) {
  const count = restorations.use();
  const [opened] = useState(count);
  const tellForm = useEffectEvent(read);
  useEffect(() => {
    if (count !== opened) tellForm();
  }, [count, opened]);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell() {
  for (const listener of listeners) listener();
}

// ── sealed in storage ───────────────────────────────────────────────────────

/** Changes in another tab of the same user arrive here too. */
function follow({ key, newValue }: StorageEvent) {
  if (!key?.startsWith(owner) || !owner) return;
  const name = key.slice(owner.length);
  const before = entries.get(name);
  if (newValue === null) {
    entries.delete(name);
    tell();
  } else
    void unseal(newValue).then((entry) => {
      if (!entry || entries.get(name) !== before) return;
      entries.set(name, entry);
      tell();
    });
}

async function unsealAll(texts: readonly string[]) {
  removeEventListener('storage', follow);
  keys = await Promise.all(texts.map(keyFrom)).catch(() => []); // without https there is no cipher: drafts last as long as the page
  addEventListener('storage', follow);
  const found = Object.keys(localStorage).filter((key) => key.startsWith(everybodys));
  await Promise.all(
    found.map(async (key) => {
      const text = localStorage.getItem(key) ?? '';
      if (Date.now() - Number(text.split('.')[0]) > longest) return localStorage.removeItem(key);
      const entry = key.startsWith(owner) ? await unseal(text) : undefined;
      if (entry) entries.set(key.slice(owner.length), entry);
    }),
  );
  tell();
}

const keyFrom = async (text: string) =>
  crypto.subtle.importKey('raw', Uint8Array.from(fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);

/** Stores the newest typed text, whichever is sealed first. */
async function store(name: string, entry: Entry) {
  const [key] = keys;
  if (!key) return;
  const place = owner + name;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(JSON.stringify(entry.value)));
  if (entries.get(name) !== entry) return;
  try {
    localStorage.setItem(place, `${entry.at}.${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`);
  } catch {
    // The storage is full: the draft lasts as long as the page.
  }
}

/** Undefined if no key fits: it belongs to another user, who acted as this one. */
async function unseal(text: string): Promise<Entry | undefined> {
  const [at, iv = '', sealed = ''] = text.split('.');
  for (const key of keys) {
    try {
      const clear = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: fromBase64(iv) }, key, fromBase64(sealed));
      return { value: JSON.parse(new TextDecoder().decode(clear)), at: Number(at) };
    } catch {} // sealed with another key
  }
}

const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
