// Ctrl/Cmd K: places, deeds of the screen in sight, and people.
import { Modal, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { IconBolt, IconSearch, IconUser } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { listContacts } from '#contract/contacts.ts';
import { formatPhone } from '#contract/formats.ts';
import { placesFor } from './navigation.ts';
import { paletteStore } from './palette.ts';
import { queryOf } from './queries.ts';
import { useMe } from './session.ts';
import { useRegisteredShortcuts } from './shortcuts.ts';

export function CommandPalette() {
  const me = useMe();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [q] = useDebouncedValue(query.trim(), 150);
  const people = useQuery({
    ...queryOf(listContacts, { body: { contacts_scope: { q, pool_id: 'all', limit: 7 } } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const holds = (label: string) => label.toLowerCase().includes(query.trim().toLowerCase());
  const places = placesFor(me).filter(({ label }) => holds(label));
  const deeds = useRegisteredShortcuts().filter(({ keys, label }) => !keys.startsWith('g ') && holds(label));
  const found = q && query.trim() ? (people.data?.data ?? []).filter(({ limited }) => !limited) : [];

  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      shortcut={null} // the shell's, which hears it before this is loaded
      scrollable
      maxHeight="60vh"
    >
      <VisuallyHidden>
        <Modal.Title>Search and commands</Modal.Title>
      </VisuallyHidden>
      <Spotlight.Search
        placeholder="Search people, places and commands"
        leftSection={<IconSearch size="1.1rem" stroke={1.5} />}
      />
      <Spotlight.ActionsList>
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
            {places.map(({ to, label, icon: Icon }) => (
              <Spotlight.Action
                key={to}
                label={label}
                leftSection={<Icon size="1.1rem" stroke={1.5} />}
                onClick={() => void navigate({ to })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {deeds.length > 0 && (
          <Spotlight.ActionsGroup label="Commands">
            {deeds.map(({ keys, label, run }) => (
              <Spotlight.Action
                key={keys + label}
                label={label}
                leftSection={<IconBolt size="1.1rem" stroke={1.5} />}
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found.length + places.length + deeds.length === 0 && (
          <Spotlight.Empty>{people.isFetching ? 'Searching…' : 'Nobody and nothing of that name'}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
