// Whose contacts are in view: the group, the pool, a person of the downline, the category.
import { Button, Checkbox, Popover, Radio, Select, Stack } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { contactGroups } from '#contract/contactsScope.ts';
import { categories } from '#contract/lookups.ts';
import { listAssignees } from '#contract/users.ts';
import { queryOf } from '../../app/queries.ts';
import { useMe } from '../../app/session.ts';
import { PersonPicker } from '../people/PersonPicker.tsx';
import classes from './ContactToolbar.module.css';
import { categoryWords, groupWords } from './contacts.words.ts';
import { useContactSearch } from './useContactSearch.ts';
import { rememberedName, rememberName } from './useFilterNames.ts';

export function ContactView() {
  const me = useMe();
  const [search, change] = useContactSearch();
  const { contact_group, pool_id, downline_user_id, all_downline, category } = search;
  const { data } = useQuery({ ...queryOf(listAssignees, { query: { q: '' } }), placeholderData: keepPreviousData });
  const personName = (id: number) => data?.data.find((each) => each.id === id)?.name ?? rememberedName('owner', id) ?? `#${id}`;
  const pools = data?.pools ?? [];
  const leads = me.can['team.lead'];
  // Whoever sees the whole company anyway needs no other word for it.
  const hidden = [leads ? '' : 'downline', me.admin ? 'all_agents' : ''];
  const groups = contactGroups.filter((group) => !hidden.includes(group));
  const wordOf = (group: (typeof contactGroups)[number]) => (leads && group === 'all' ? 'All contacts' : groupWords[group]);
  const inside = { comboboxProps: { withinPortal: false } };

  return (
    <>
      <Popover position="bottom-start" width="17rem" trapFocus returnFocus>
        <Popover.Target>
          <Button variant="default" rightSection={<IconChevronDown size="0.9rem" />}>
            {wordOf(contact_group)}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="sm">
            <Radio.Group
              label="Contacts"
              value={contact_group}
              onChange={(next) => change({ contact_group: groups.find((group) => group === next) ?? 'all' })}
            >
              <Stack gap={6} mt={6}>
                {groups.map((group) => (
                  <Radio key={group} value={group} label={wordOf(group)} />
                ))}
              </Stack>
            </Radio.Group>
            {leads && (
              <>
                <PersonPicker
                  {...inside}
                  label="Of one person"
                  placeholder="Anybody"
                  clearable
                  value={downline_user_id === null ? null : { id: downline_user_id, name: personName(downline_user_id) }}
                  onChange={(person) => {
                    if (person) rememberName('owner', person.id, person.name);
                    change({ downline_user_id: person?.id ?? null });
                  }}
                />
                <Checkbox
                  label="and of everybody below"
                  checked={all_downline}
                  disabled={downline_user_id === null && contact_group !== 'downline'}
                  onChange={(event) => change({ all_downline: event.currentTarget.checked })}
                />
              </>
            )}
            <Select
              {...inside}
              label="Pool"
              allowDeselect={false}
              searchable={pools.length > 8}
              data={[
                { value: 'mine', label: 'Held by a person' },
                { value: 'all', label: 'Pools too' },
                ...pools.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              value={String(pool_id)}
              onChange={(next) =>
                change({ pool_id: next === 'all' ? 'all' : next === 'mine' || next === null ? 'mine' : Number(next) })
              }
            />
            <Select
              {...inside}
              label="Category"
              placeholder="Any"
              clearable
              data={categories.map((value) => ({ value, label: categoryWords[value] }))}
              value={category}
              onChange={(next) => change({ category: categories.find((each) => each === next) ?? null })}
            />
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {downline_user_id !== null && (
        <Chip
          text={`${personName(downline_user_id)}${all_downline ? ' and below' : ''}`}
          onRemove={() => change({ downline_user_id: null, all_downline: false })}
        />
      )}
      {pool_id !== 'mine' && (
        <Chip
          text={pool_id === 'all' ? 'Pools too' : `Pool ${pools.find(({ id }) => id === pool_id)?.name ?? `#${pool_id}`}`}
          onRemove={() => change({ pool_id: 'mine' })}
        />
      )}
      {category !== null && <Chip text={categoryWords[category]} onRemove={() => change({ category: null })} />}
    </>
  );
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <span className={classes.chip}>
      <span className={classes.word}>{text}</span>
      <button type="button" className={classes.remove} aria-label={`Remove: ${text}`} onClick={onRemove}>
        <IconX size="0.9rem" aria-hidden />
      </button>
    </span>
  );
}
