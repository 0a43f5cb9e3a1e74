// The Idempotency-Keys of calls that send or spend (docs/decisions/0062). A key belongs to an intent: an endpoint with its input. It is kept
// until an answer came, so a second click, or the same again after a lost answer or a reload, takes effect once.

interface Kept {
  /** The name of its entry in local storage. */
  place: string;
  key: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Whether a try with it may have taken effect unseen: a later refusal then says nothing of that try. */
  isUnsure: boolean;
  isAnswered: boolean;
}

const prefix = 'once:';
/** Milliseconds; the server forgets a key after a day. */
const longest = 23 * 3_600_000;

/** Of the calls that run, so that an equal one finds its key at once. */
const running = new Map<string, Promise<Kept>>();
/** Keys that the browser could not store: its storage is full or closed to us. */
const unstored = new Map<string, string>();

/** Calls `send` with the intent's key. `isRefusal`: whether the server refused this try, so that it took no effect. */
export async function sendOnce<T>(
  intent: readonly unknown[],
  send: (onceKey: string) => Promise<T>,
  isRefusal: (error: unknown) => boolean,
): Promise<T> {
  const text = JSON.stringify(intent);
  const found = running.get(text) ?? findOrMake(text);
  running.set(text, found);
  try {
    const kept = await found;
    store(kept);
    try {
      const answer = await send(kept.key);
      kept.isAnswered = true;
      drop(kept);
      return answer;
    } catch (error) {
      if (!isRefusal(error)) kept.isUnsure = true;
      if (kept.isUnsure && !kept.isAnswered) store(kept);
      else drop(kept);
      throw error;
    }
  } finally {
    if (running.get(text) === found) running.delete(text);
  }
}

async function findOrMake(text: string): Promise<Kept> {
  const place = await placeOf(text);
  const kept = keptAt(place);
  // Its page never saw an answer, or it would be gone.
  if (kept && Date.now() - kept.at <= longest) return { ...kept, isUnsure: true, isAnswered: false };
  return { place, key: crypto.randomUUID(), at: Date.now(), isUnsure: false, isAnswered: false };
}

function store(kept: Kept) {
  const text = JSON.stringify(kept);
  try {
    localStorage.setItem(kept.place, text);
  } catch {
    unstored.set(kept.place, text);
  }
}

function drop({ place, key }: Kept) {
  if (keptAt(place)?.key === key) forget(place);
  for (const other of Object.keys(localStorage))
    if (other.startsWith(prefix) && Date.now() - (keptAt(other)?.at ?? 0) > longest) forget(other);
}

function forget(place: string) {
  unstored.delete(place);
  localStorage.removeItem(place);
}

/** An entry that cannot be read counts as none. */
function keptAt(place: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(place) ?? unstored.get(place) ?? 'null');
  } catch {
    return null;
  }
}

/** A hash: the browser stores nothing of what is sent. */
async function placeOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return prefix + Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
