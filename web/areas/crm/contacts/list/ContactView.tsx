// Names the contacts in view: the group, the pool, a person of the downline, the category.
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { FilterChip } from '#ui/FilterChip.tsx';
import { ahead, later, useOpened } from '#ui/later.ts';
import { Popover } from '#ui/Popover.tsx';
import { useCategories } from '#web/areas/crm/reference/reference.api.ts';
import { useContactSearch } from './useContactSearch.ts';
import { useContactViewWords } from './useContactViewWords.ts';

const ContactViewPanel = later(() => import('./ContactViewPanel.tsx').then((module) => module.ContactViewPanel));

export function ContactView() {
  const [{ contact_group, pool_id, downline_user_id, all_downline, category }, change] = useContactSearch();
  const { pools, personName, wordOf } = useContactViewWords();
  const categories = useCategories();
  const [opened, setOpened] = useOpened(ContactViewPanel);

  return (
    <>
      <Popover
        opened={opened}
        onClose={() => setOpened(false)}
        position="bottom-start"
        width="17rem"
        target={
          <Button
            variant="default"
            rightSection={<IconChevronDown size="0.9rem" />}
            onClick={() => setOpened(!opened)}
            {...ahead(ContactViewPanel)}
          >
            {wordOf(contact_group)}
          </Button>
        }
      >
        <ContactViewPanel />
      </Popover>
      {downline_user_id !== null && (
        <FilterChip
          words={`${personName(downline_user_id)}${all_downline ? ' and below' : ''}`}
          onRemove={() => change({ downline_user_id: null, all_downline: false })}
        />
      )}
      {pool_id !== 'mine' && (
        <FilterChip
          words={pool_id === 'all' ? 'Pools too' : `Pool ${pools.find(({ id }) => id === pool_id)?.name ?? `#${pool_id}`}`}
          onRemove={() => change({ pool_id: 'mine' })}
        />
      )}
      {category !== null && (
        <FilterChip
          words={categories.find(({ id }) => id === category)?.title ?? `#${category}`}
          onRemove={() => change({ category: null })}
        />
      )}
    </>
  );
}
