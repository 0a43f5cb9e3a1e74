// Links to the list the user came from, and to the previous and next contact in it.
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useShortcuts } from '#app/shortcuts.ts';
import { contactRowsQuery } from '../contacts.api.ts';
import { contactSearchDefaults, lastList, scopeOf } from '../filters/contacts.scope.ts';
import { knownViews } from '../views/savedViews.api.ts';
import { shownBy } from '../views/savedViews.search.ts';
import classes from './ContactPage.module.css';

/** Children stand at the end of the line. */
export function ContactPageNeighbours({ id, children }: { id: number; children: ReactNode }) {
  const navigate = useNavigate();
  const { tab } = useSearch({ from: '/shell/contacts/$id' });
  const search = lastList();
  const list = useInfiniteQuery({
    ...contactRowsQuery(scopeOf(search ? shownBy(search, knownViews()) : contactSearchDefaults)),
    enabled: search !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rows = (search && list.data?.pages.flatMap((page) => page.data).filter((row) => !row.limited)) ?? [];
  const place = rows.findIndex((row) => row.id === id);
  const previous = rows[place - 1];
  const next = place < 0 ? undefined : rows[place + 1];

  const atEnd = place >= 0 && place === rows.length - 1;
  const { hasNextPage, isFetching, fetchNextPage } = list;
  useEffect(() => {
    if (atEnd && hasNextPage && !isFetching) void fetchNextPage();
  }, [atEnd, hasNextPage, isFetching, fetchNextPage]);

  const open = (row: { id: number } | undefined) =>
    row && void navigate({ to: '/contacts/$id', params: { id: String(row.id) }, search: { tab }, replace: true });
  const back = () => void navigate({ to: '/contacts', search: search ?? {} });
  useShortcuts([
    { keys: 'Escape', label: 'Back to the list', group: 'Contact', run: back },
    ...(place < 0
      ? []
      : [
          { keys: 'j', label: 'Next contact of the list', group: 'Contact', run: () => open(next) },
          { keys: 'k', label: 'Previous contact of the list', group: 'Contact', run: () => open(previous) },
          { keys: 'ArrowRight', label: 'Next contact of the list', group: 'Contact', run: () => open(next) },
          { keys: 'ArrowLeft', label: 'Previous contact of the list', group: 'Contact', run: () => open(previous) },
        ]),
  ]);

  const look = { variant: 'subtle', color: 'gray', size: '1.75rem' } as const;
  return (
    <nav className={classes.neighbours} aria-label="The list">
      <Link to="/contacts" search={search ?? {}} className={classes.back}>
        <IconArrowLeft size="1rem" stroke={1.6} aria-hidden /> Contacts
      </Link>
      <span className={classes.end}>
        {place >= 0 && (
          <>
            <Tooltip label="Previous contact (k)">
              <ActionIcon {...look} aria-label="Previous contact" disabled={!previous} onClick={() => open(previous)}>
                <IconChevronUp size="1rem" stroke={1.6} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label="Next contact (j)">
              <ActionIcon {...look} aria-label="Next contact" disabled={!next} onClick={() => open(next)}>
                <IconChevronDown size="1rem" stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
        {children}
      </span>
    </nav>
  );
}
