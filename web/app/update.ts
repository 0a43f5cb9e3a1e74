// Whether this tab is older than the web app that the server has by now. Parts it has not fetched yet may be gone then.
import { createStore } from './store.ts';

const outdated = createStore(false);
export const useOutdated = outdated.use;

/** The script that index.html names is another in every build. */
const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';

/** Asked where a part could not be fetched, and where the line stands again after a break: a new version starts the server anew. */
export async function lookForUpdate(): Promise<void> {
  try {
    const response = await fetch('/', { headers: { accept: 'text/html' } });
    if (response.ok && !(await response.text()).includes(`src="${entry}"`)) outdated.set(true);
  } catch {
    // Not to be reached: the connection's notice says so.
  }
}

addEventListener('vite:preloadError', () => void lookForUpdate());
