// The way back to the list one came from, and to the contacts before and after in it.
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useShortcuts } from '#app/shortcuts.ts';
import { contactRowsQuery } from '../contacts.api.ts';
import { contactSearchDefaults, lastList, scopeOf } from '../filters/contacts.scope.ts';
import classes from './ContactPage.module.css';

export function ContactPageNeighbours({ id }: { id: number }) {
  const navigate = useNavigate();
  const { tab } = useSearch({ from: '/shell/contacts/$id' });
  const search = lastList();
  const list = useInfiniteQuery({
    ...contactRowsQuery(scopeOf(search ?? contactSearchDefaults)),
    enabled: search !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rows = (search && list.data?.pages.flatMap((page) => page.data).filter((row) => !row.limited)) ?? [];
  const place = rows.findIndex((row) => row.id === id);
  const before = rows[place - 1];
  const after = place < 0 ? undefined : rows[place + 1];

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
          { keys: 'j', label: 'Next contact of the list', group: 'Contact', run: () => open(after) },
          { keys: 'k', label: 'Contact before in the list', group: 'Contact', run: () => open(before) },
          { keys: 'ArrowRight', label: 'Next contact of the list', group: 'Contact', run: () => open(after) },
          { keys: 'ArrowLeft', label: 'Contact before in the list', group: 'Contact', run: () => open(before) },
        ]),
  ]);

  const look = { variant: 'subtle', color: 'gray', size: '1.75rem' } as const;
  return (
    <nav className={classes.way} aria-label="The list">
      <Link to="/contacts" search={search ?? {}} className={classes.back}>
        <IconArrowLeft size="1rem" stroke={1.6} aria-hidden /> Contacts
      </Link>
      {place >= 0 && (
        <>
          <Tooltip label="Contact before (k)">
            <ActionIcon {...look} ml="auto" aria-label="Contact before" disabled={!before} onClick={() => open(before)}>
              <IconChevronUp size="1rem" stroke={1.6} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Next contact (j)">
            <ActionIcon {...look} aria-label="Next contact" disabled={!after} onClick={() => open(after)}>
              <IconChevronDown size="1rem" stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
    </nav>
  );
}
