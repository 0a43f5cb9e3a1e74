// Saves changes on the server: one save at a time, always the newest, repeated after a pause if it failed.

interface Saving<Value> {
  send: (id: number, value: Value, signal: AbortSignal) => Promise<unknown>;
  /** Whether the server has refused it, so that to send the same again is no use. */
  isRefused: (error: unknown) => boolean;
}

/** Milliseconds: typing causes one call, not one for each letter. */
export const pause = 400;
/** Milliseconds until what did not arrive is sent again. */
export const longPause = 5_000;

export function createSaver<Value>({ send, isRefused }: Saving<Value>) {
  const unsaved = new Map<number, Value>();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let running: { value: Value; abort: AbortController } | undefined;

  function saveIn(milliseconds: number) {
    clearTimeout(waiting);
    waiting = setTimeout(save, milliseconds);
  }

  async function save() {
    clearTimeout(waiting);
    const [next] = unsaved;
    if (!next || running) return;
    const [id, value] = next;
    const own = { value, abort: new AbortController() };
    running = own;
    const isDone = await send(id, value, own.abort.signal).then(() => true, isRefused);
    if (isDone && unsaved.get(id) === value) unsaved.delete(id);
    if (running !== own) return; // a newer save was sent meanwhile
    running = undefined;
    if (unsaved.size > 0) saveIn(isDone ? pause : longPause);
  }

  return {
    newest: (id: number): Value | undefined => unsaved.get(id),
    keep(id: number, value: Value) {
      unsaved.set(id, value);
      if (!running) saveIn(pause);
    },
    forget: (id: number) => void unsaved.delete(id),
    /** At once, when the user leaves the page. Aborts a running older save: it could arrive last. */
    flush() {
      const [next] = unsaved;
      if (!next || running?.value === next[1]) return;
      running?.abort.abort();
      running = undefined;
      void save();
    },
  };
}
