// Ctrl/Cmd K: people, places, and commands of the current page. The first is active, and Enter takes it.
import '@mantine/spotlight/styles.css';
import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { IconBolt, IconFilter, IconSearch, IconSettings, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { listContacts } from '#contract/contacts.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { DialogTitle } from '../ui/Dialog.tsx';
import { useOverlay } from '../ui/overlays.ts';
import { areas } from './areas.ts';
import { usePlaces } from './navigation.ts';
import { palette, paletteStore, usePaletteOpened } from './palette.ts';
import { queryOf } from './queries.ts';
import { useRegisteredShortcuts } from './shortcuts.ts';

export function CommandPalette() {
  const navigate = useNavigate();
  useOverlay(usePaletteOpened(), palette.close);
  const [query, setQuery] = useState('');
  const [q] = useDebouncedValue(query.trim(), 150);
  const people = useQuery({
    ...queryOf(listContacts, { body: { contacts_scope: { q, pool_id: 'all', limit: 7 } } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const holds = (label: string) => label.toLowerCase().includes(query.trim().toLowerCase());
  const known = usePlaces();
  const adminPlaces = known.adminPlaces.map((place) => ({ ...place, icon: IconSettings }));
  const places = [...known.places, ...adminPlaces].filter(({ label }) => holds(label));
  const commands = [
    ...useRegisteredShortcuts().filter(({ keys }) => !keys.startsWith('g ')),
    ...known.commands.map(({ to, label }) => ({ label, run: () => void navigate({ to }) })),
  ].filter(({ label }) => holds(label));
  const opened = usePaletteOpened();
  const entries = useQueries({
    queries: areas
      .flatMap((area) => area.entries)
      .map(({ group, load }) => ({
        queryKey: ['palette', group],
        queryFn: load,
        staleTime: 0,
        enabled: opened,
        select: (all: Awaited<ReturnType<typeof load>>) => ({ group, all }),
      })),
  }).flatMap(({ data }) => (data ? [{ ...data, all: data.all.filter(({ label }) => holds(label)) }] : []));
  const found = q && query.trim() ? (people.data?.data ?? []).filter(({ limited }) => !limited) : [];

  // Enter before the answer takes the first match of the current text, not of an earlier one.
  const isAnswered = query.trim() === q && !people.isFetching;
  const [isWanted, setWanted] = useState(false);
  const shown = JSON.stringify([
    found.map(({ id }) => id),
    places.map(({ to }) => to),
    commands.map(({ label }) => label),
    entries,
  ]);
  useEffect(() => {
    if (!isWanted || !isAnswered) return;
    setWanted(false);
    document.querySelector<HTMLElement>(`#${listId} [data-action]`)?.click();
  }, [isWanted, isAnswered]);

  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={(next) => {
        setQuery(next);
        setWanted(false);
      }}
      closeOnEscape={false} // overlays.ts hears it
      returnFocus={false}
      shortcut={null} // the shell's, which hears it before this is loaded
      scrollable
      maxHeight="60vh"
    >
      <VisuallyHidden>
        <DialogTitle>Search and commands</DialogTitle>
      </VisuallyHidden>
      <Spotlight.Search
        placeholder="Search people, places and commands"
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || isAnswered || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.stopPropagation();
          setWanted(true);
        }}
        leftSection={<IconSearch size="1.1rem" stroke={1.5} />}
      />
      <Spotlight.ActionsList id={listId}>
        <FirstActive key={shown} />
        {found.length > 0 && (
          <Spotlight.ActionsGroup label="People">
            {found.map(({ id, name, phone, email, organization }) => (
              <Spotlight.Action
                key={id}
                label={name || organization || 'No name'}
                description={[phone && formatPhone(phone), email].filter(Boolean).join(' · ')}
                leftSection={<IconUser size="1.1rem" stroke={1.5} />}
                onClick={() => void navigate({ to: '/contacts/$id', params: { id: String(id) } })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {places.length > 0 && (
          <Spotlight.ActionsGroup label="Places">
            {places.map(({ to, label, icon: Icon = IconUser }) => (
              <Spotlight.Action
                key={to}
                label={label}
                leftSection={<Icon size="1.1rem" stroke={1.5} />}
                onClick={() => void navigate({ to })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {entries.map(
          ({ group, all }) =>
            all.length > 0 && (
              <Spotlight.ActionsGroup key={group} label={group}>
                {all.map(({ label, to, search }) => (
                  <Spotlight.Action
                    key={JSON.stringify([to, search])}
                    label={label}
                    leftSection={<IconFilter size="1.1rem" stroke={1.5} />}
                    onClick={() => void navigate({ to, search })}
                  />
                ))}
              </Spotlight.ActionsGroup>
            ),
        )}
        {commands.length > 0 && (
          <Spotlight.ActionsGroup label="Commands">
            {commands.map(({ label, run }) => (
              <Spotlight.Action key={label} label={label} leftSection={<IconBolt size="1.1rem" stroke={1.5} />} onClick={run} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found.length + places.length + commands.length + entries.flatMap(({ all }) => all).length === 0 && (
          <Spotlight.Empty>{people.isFetching ? 'Searching…' : 'Nothing found'}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

const listId = 'palette';

/** Remounted with each list, so that its first entry is active. */
function FirstActive() {
  useEffect(() => {
    const list = document.getElementById(listId);
    list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
    list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    paletteStore.updateState((state) => ({ ...state, selected: 0 }));
  }, []);
  return null;
}
