// The names of groups, pools and people whose contacts are in view.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { contactGroups } from '#contract/contactsScope.ts';
import { listAssignees } from '#contract/users.ts';
import { groupWords } from '../contacts.labels.ts';
import { rememberedName } from '../filters/useFilterNames.ts';

export function useContactViewWords() {
  const leads = useMe().can['team.lead'];
  const { data } = useQuery({ ...queryOf(listAssignees, { query: { q: '' } }), placeholderData: keepPreviousData });
  return {
    pools: data?.pools ?? [],
    personName: (id: number) => data?.data.find((each) => each.id === id)?.name ?? rememberedName('owner', id) ?? `#${id}`,
    wordOf: (group: (typeof contactGroups)[number]) => (leads && group === 'all' ? 'All contacts' : groupWords[group]),
  };
}
