// Saved views as tabs above the list, what may be done with a changed one, and what the open one names that no longer exists.
import { Button } from '@mantine/core';
import { IconAdjustments, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useMe } from '#app/session.ts';
import type { SavedView } from '#contract/savedViews.ts';
import { ahead, later, useOpened } from '#ui/later.ts';
import { contactCountQuery } from '../contacts.api.ts';
import { scopeOf } from '../filters/contacts.scope.ts';
import { useContactSearch } from '../list/useContactSearch.ts';
import { useContactViewWords } from '../list/useContactViewWords.ts';
import { SavedViewActions } from './SavedViewActions.tsx';
import classes from './SavedViewTabs.module.css';
import { goneWords, withoutGone } from './savedViews.address.ts';
import { useSavedViews, viewCountsQuery } from './savedViews.kept.ts';

const SavedViewDrawer = later(() => import('./SavedViewDrawer.tsx').then((module) => module.SavedViewDrawer));

/** More stand in the drawer alone. */
const maxTabs = 12;

export function SavedViewTabs() {
  const me = useMe();
  const [search, change] = useContactSearch();
  const { wordOf } = useContactViewWords();
  const { views, error, refetch } = useSavedViews();
  const [managing, setManaging] = useOpened(SavedViewDrawer);
  const open = views?.find(({ id }) => id === search.view);
  const first = views?.slice(0, maxTabs) ?? [];
  const tabs = open && !first.includes(open) ? [...first, open] : first;
  const countOf = useCounts(tabs, search.changed === null ? open : undefined);

  return (
    <div className={classes.root}>
      <nav className={classes.bar} aria-label="Views">
        <ul className={classes.tabs}>
          <li>
            <Link to="/contacts" search={{}} className={classes.tab} preload={false} {...current(search.view === null)}>
              {wordOf('all')}
            </Link>
          </li>
          {tabs.map((view) => (
            <li key={view.id}>
              <Link
                to="/contacts"
                search={{ view: view.id }}
                className={classes.tab}
                preload={false}
                title={view.owner.id === me.id ? view.name : `${view.name}, shared by ${view.owner.name}`}
                {...current(view === open)}
              >
                <span className={classes.name}>{view.name}</span>
                {view.shared && <IconUsersGroup size="0.9rem" stroke={1.6} aria-label="Shared" />}
                {view === open && search.changed !== null ? (
                  <span className={classes.changed}>changed</span>
                ) : (
                  <span className={`${classes.count} figures`}>{countOf(view)}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
        <span className={classes.actions}>
          <SavedViewActions view={open} />
          {views && views.length > 0 && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              leftSection={<IconAdjustments size="0.9rem" stroke={1.6} />}
              onClick={() => setManaging(true)}
              {...ahead(SavedViewDrawer)}
            >
              All views
            </Button>
          )}
        </span>
      </nav>
      {error && !views && (
        <p className={classes.line} role="status">
          Your views could not be loaded.
          <Button size="compact-sm" variant="subtle" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {search.view !== null && views && !open && (
        <p className={classes.line} role="status">
          This view no longer exists, or is not shared with you any more.
          <Link to="/contacts" search={{}}>
            {wordOf('all')}
          </Link>
        </p>
      )}
      {open && open.gone.length > 0 && search.changed === null && (
        <p className={classes.line} role="status">
          This view names {goneWords(open.gone)} that no longer exists.
          <Button size="compact-sm" variant="subtle" onClick={() => change(withoutGone(search, open.gone))}>
            Remove from the filters
          </Button>
        </p>
      )}
      <Suspense>{managing && views && <SavedViewDrawer views={views} onClose={() => setManaging(false)} />}</Suspense>
    </div>
  );
}

/** By path alone the router would call each of them the current page. */
const current = (is: boolean) => ({
  activeOptions: { exact: true, includeSearch: true },
  ...(is && ({ 'aria-current': 'page' } as const)),
});

/** Asked once the list stands, in one call; the open view has the list's own count. */
function useCounts(tabs: readonly SavedView[], open: SavedView | undefined) {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    if ('requestIdleCallback' in window) {
      const handle = requestIdleCallback(() => setQuiet(true));
      return () => cancelIdleCallback(handle);
    }
    setQuiet(true);
    return;
  }, []);
  const ids = tabs.map(({ id }) => id).toSorted((a, b) => a - b);
  const counts = useQuery({ ...viewCountsQuery(ids), enabled: quiet && ids.length > 0 });
  const [search] = useContactSearch();
  const shown = useQuery({ ...contactCountQuery(scopeOf(search)), enabled: false });
  return (view: SavedView) => {
    if (view === open && shown.data && !shown.isPlaceholderData) return words(shown.data.total, shown.data.capped);
    const count = counts.data?.data.find(({ id }) => id === view.id);
    return count?.total == null ? '' : words(count.total, count.capped);
  };
}

const words = (total: number, capped: boolean) => `${total.toLocaleString('en-US')}${capped ? '+' : ''}`;
