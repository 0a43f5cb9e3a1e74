// How many items wait, before the page's name in the browser's tab.
import { useEffect } from 'react';
import type { Place } from './area.ts';

export function TitleCount({ useBadge }: Required<Pick<Place, 'useBadge'>>) {
  const count = useBadge() ?? 0;
  useEffect(() => {
    const show = () => {
      const bare = document.title.replace(counted, '');
      const next = count > 0 ? `(${count > maxShown ? `${maxShown}+` : count}) ${bare}` : bare;
      if (next !== document.title) document.title = next;
    };
    show();
    // The router names each page anew.
    const watch = new MutationObserver(show);
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => watch.disconnect();
  }, [count]);
  return null;
}

const counted = /^\(\d+\+?\) /;
const maxShown = 99;
