// Some actions need the password again: the call waits for the dialog, and is then repeated.
import { isRefused } from './api.ts';
import { createStore } from './store.ts';

interface Asked {
  proved(): void;
  refused(): void;
}

const asked = createStore<Asked | null>(null);
/** The question that the dialog in the shell answers; null while there is none. */
export const useAsked = asked.use;

/**
 * Calls `send`; if the server asks for it, again after the user has confirmed their identity. Cancelling does
 * nothing.
 */
export async function withPasswordAgain<T>(send: () => Promise<T>): Promise<T> {
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
