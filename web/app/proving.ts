// Some deeds ask for the password again: the call waits while the dialog asks, and then is made once more.
import { isRefused } from './api.ts';
import { createStore } from './store.ts';

interface Asked {
  proved(): void;
  refused(): void;
}

const asked = createStore<Asked | null>(null);
/** What the dialog in the shell answers; null while nothing is asked. */
export const useAsked = asked.use;

/** `send`, and once more after the person has proved who they are, where the server asks for that. Giving up counts as never having asked. */
export async function provingOneself<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isRefused(error, 'sessions.prove_yourself')) throw error;
    await ask();
    return send();
  }
}

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (then: () => void) => () => {
      asked.set(null);
      then();
    };
    asked.get()?.refused(); // one question at a time
    asked.set({ proved: end(resolve), refused: end(() => reject(new DOMException('Not proved', 'AbortError'))) });
  });
}
