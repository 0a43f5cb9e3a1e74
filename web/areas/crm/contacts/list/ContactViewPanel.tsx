// Chooses the contacts in view: the group, a person of the downline, the pool, the category.
import { Checkbox, Radio, Select, Stack } from '@mantine/core';
import { useMe } from '#app/session.ts';
import { contactGroups } from '#contract/contactsScope.ts';
import { CategoryPicker } from '#web/areas/crm/reference/StatusPicker.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import { rememberName } from '../filters/useFilterNames.ts';
import { useContactSearch } from './useContactSearch.ts';
import { useContactViewWords } from './useContactViewWords.ts';

export function ContactViewPanel() {
  const me = useMe();
  const [{ contact_group, pool_id, downline_user_id, all_downline, category }, change] = useContactSearch();
  const { pools, personName, wordOf } = useContactViewWords();
  const leads = me.can['team.lead'];
  // A user who sees the whole company needs no second choice for it.
  const hidden = [leads ? '' : 'downline', me.admin ? 'all_agents' : ''];
  const groups = contactGroups.filter((group) => !hidden.includes(group));
  const inside = { comboboxProps: { withinPortal: false } };

  return (
    <Stack gap="sm">
      <Radio.Group
        label="Contacts"
        value={contact_group}
        onChange={(next) => change({ contact_group: groups.find((group) => group === next) ?? 'all' })}
      >
        <Stack gap="0.5rem" mt={6}>
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
            label="and everybody below"
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
          { value: 'mine', label: 'Owned by a person' },
          { value: 'all', label: 'Pools too' },
          ...pools.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={String(pool_id)}
        onChange={(next) =>
          change({ pool_id: next === 'all' ? 'all' : next === 'mine' || next === null ? 'mine' : Number(next) })
        }
      />
      <CategoryPicker
        {...inside}
        label="Category"
        placeholder="Any"
        clearable
        value={category}
        onChange={(next) => change({ category: next })}
      />
    </Stack>
  );
}
