// Narrows the imports to a file's name or an owner; what is typed goes to the URL after a pause.
import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useShortcuts } from '#app/shortcuts.ts';
import classes from './ImportListPage.module.css';

export function ImportFilter() {
  const { filter_by, filter_value } = useSearch({ from: '/shell/imports' });
  const navigate = useNavigate({ from: '/imports' });
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(filter_value);
  const sent = useRef(filter_value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next;
    void navigate({ search: (old) => ({ ...old, filter_value: next, page: 1 }), replace: true });
  }, 200);
  useEffect(() => {
    if (filter_value === sent.current) return;
    sent.current = filter_value;
    setText(filter_value);
  }, [filter_value]);
  useShortcuts([{ keys: '/', label: 'Search imports', group: 'Imports', run: () => box.current?.focus() }]);

  return (
    <div className={classes.filter}>
      <Select
        className={classes.by}
        aria-label="Look in"
        allowDeselect={false}
        data={[
          { value: 'file_name', label: 'File name' },
          { value: 'owner', label: 'Owner' },
        ]}
        value={filter_by}
        onChange={(by) => by && void navigate({ search: (old) => ({ ...old, filter_by: by, page: 1 }), replace: true })}
      />
      <TextInput
        ref={box}
        className={classes.text}
        type="search"
        aria-label={filter_by === 'owner' ? 'Owner' : 'File name'}
        placeholder={filter_by === 'owner' ? 'Whose contacts' : 'Part of the name'}
        leftSection={<IconSearch size="1rem" stroke={1.6} />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          send(event.currentTarget.value.trim());
        }}
      />
    </div>
  );
}
