// Whether this tab is older than the server's web app. Parts that it has not loaded may be gone.
import { createStore } from './store.ts';

const outdated = createStore(false);
export const useOutdated = outdated.use;

/** The script that index.html names is another in every build. */
const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';

/** Checked when a part could not be loaded, and after a reconnect: a new version restarts the server. */
export async function lookForUpdate(): Promise<void> {
  try {
    const response = await fetch('/', { headers: { accept: 'text/html' } });
    if (response.ok && !(await response.text()).includes(`src="${entry}"`)) outdated.set(true);
  } catch {
    // Not reachable: the connection's notice says so.
  }
}

addEventListener('vite:preloadError', () => void lookForUpdate());

// A style sheet that could not be loaded counts as there while its link is, and the part would appear without it.
addEventListener(
  'error',
  ({ target }) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && target.remove(),
  true,
);
