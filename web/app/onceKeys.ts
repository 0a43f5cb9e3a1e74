// The Idempotency-Keys of calls that send or spend (docs/decisions/0062). A key belongs to an intent: an endpoint with its input. It is kept
// until an answer came, so a second click, or the same again after a lost answer or a reload, takes effect once.

interface Kept {
  /** The name of its entry in local storage. */
  place: string;
  key: string;
  /** Milliseconds since 1970. */
  at: number;
}

const prefix = 'once:';
/** Milliseconds; the server forgets a key after a day. */
const longest = 23 * 3_600_000;

/** Of the calls that run, so that an equal one finds its key at once. */
const running = new Map<string, Promise<Kept>>();

/** Calls `send` with the intent's key. `isAnswer`: whether an error says that nothing happened. */
export async function sendOnce<T>(
  intent: readonly unknown[],
  send: (onceKey: string) => Promise<T>,
  isAnswer: (error: unknown) => boolean,
): Promise<T> {
  const text = JSON.stringify(intent);
  const found = running.get(text) ?? findOrMake(text);
  running.set(text, found);
  const kept = await found;
  store(kept);
  try {
    const answer = await send(kept.key);
    drop(kept);
    return answer;
  } catch (error) {
    if (isAnswer(error)) drop(kept);
    else store(kept); // the refusal of an equal call beside it may have dropped it
    throw error;
  } finally {
    if (running.get(text) === found) running.delete(text);
  }
}

async function findOrMake(text: string): Promise<Kept> {
  for (const place of Object.keys(localStorage))
    if (place.startsWith(prefix) && Date.now() - (keptAt(place)?.at ?? 0) > longest) localStorage.removeItem(place);
  const place = await placeOf(text);
  return keptAt(place) ?? { place, key: crypto.randomUUID(), at: Date.now() };
}

const store = (kept: Kept) => localStorage.setItem(kept.place, JSON.stringify(kept));

function drop({ place, key }: Kept) {
  if (keptAt(place)?.key === key) localStorage.removeItem(place);
}

function keptAt(place: string): Kept | null {
  const text = localStorage.getItem(place);
  return text === null ? null : JSON.parse(text);
}

/** A hash: the browser stores nothing of what is sent. */
async function placeOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return prefix + Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
