// The button at the end of the filters, and the menu of what may be filtered by.
import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type RefObject, Suspense } from 'react';
import { ahead, later, useOpened } from './later.ts';

const SearchMenu = later(() => import('./SearchMenu.tsx').then((module) => module.SearchMenu));

export function FilterAdd({
  buttonRef,
  fields,
  onPick,
}: {
  buttonRef: RefObject<HTMLButtonElement | null>;
  fields: readonly { value: string; label: string }[];
  onPick: (field: string) => void;
}) {
  const [used, setUsed] = useOpened();
  const button = (
    <Button
      ref={buttonRef}
      variant="subtle"
      color="gray"
      px="xs"
      leftSection={<IconFilter size="1rem" stroke={1.6} />}
      onClick={() => setUsed(true)}
      {...ahead(SearchMenu)}
    >
      Filter
    </Button>
  );
  return (
    <Suspense fallback={button}>
      {used ? (
        <SearchMenu target={button} label="Filter by" listLabel="Fields" empty="No such field" options={fields} onPick={onPick} />
      ) : (
        button
      )}
    </Suspense>
  );
}
