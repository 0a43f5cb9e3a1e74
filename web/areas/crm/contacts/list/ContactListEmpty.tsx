// The empty states of the list. Most lists have rows: it is loaded after them.
import { Button, Group } from '@mantine/core';
import { IconSearchOff, IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMe } from '#app/session.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { isNarrowed } from '../filters/contacts.scope.ts';
import { askedSearch, dropTyped } from './contacts.typed.ts';
import { useContactSearch } from './useContactSearch.ts';

export const TooManyToSort = ({ onName }: { onName: () => void }) => (
  <EmptyState
    icon={IconSearchOff}
    title="Too many contacts to sort this way"
    text="Lists of up to 10,000 contacts are sorted by any column. Filter this list first, or sort it by name."
  >
    <Button variant="default" onClick={onName}>
      Sort by name
    </Button>
  </EmptyState>
);

export function NoContacts({ onCreate }: { onCreate: () => void }) {
  const me = useMe();
  const [said, , reset] = useContactSearch();
  const search = { ...said, q: askedSearch.use() ?? said.q };
  const showAll = () => {
    dropTyped();
    reset();
  };
  if (isNarrowed(search)) {
    const { q } = search;
    const onlySearched = !isNarrowed({ ...search, q: '' });
    return (
      <EmptyState
        icon={IconSearchOff}
        title={onlySearched ? `No contacts match “${q}”` : 'No matching contacts'}
        text={
          onlySearched
            ? 'Check the spelling, or type only the beginning of a name.'
            : `Remove ${q ? 'the search or ' : ''}a filter, or look in another group or pool.`
        }
      >
        <Button variant="default" onClick={showAll}>
          {onlySearched ? 'Show all contacts' : q ? 'Clear search and filters' : 'Clear the filters'}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconUserPlus}
      title="No contacts yet"
      text="Bring them over from a file of your old system, or add the first one by hand."
    >
      <Group gap="xs" justify="center">
        {me.can['contacts.import'] && (
          <Button renderRoot={(props) => <Link to="/imports/new" {...props} />}>Import contacts</Button>
        )}
        {me.can['contacts.create'] && (
          <Button variant="default" onClick={onCreate}>
            Add a contact
          </Button>
        )}
      </Group>
    </EmptyState>
  );
}
