// The names of the ids in contacts, from the look-up lists in the browser.
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#app/queries.ts';
import type { Contact } from '#contract/contacts.ts';
import { listCarriers } from '#contract/reference.ts';
import { useAgentflowStatuses, useCategories, useSources, useStatuses } from '#web/areas/crm/reference/reference.api.ts';
import type { NameOf } from '../form/contacts.values.ts';

export function useContactNames(...contacts: (Contact | undefined)[]): NameOf {
  const statuses = useStatuses();
  const agentflow = useAgentflowStatuses();
  const sources = useSources();
  const categories = useCategories();
  const ids = [...new Set(contacts.flatMap((contact) => contact?.medicare_carrier_id ?? []))];
  const carriers = useQuery({
    ...queryOf(listCarriers, { query: { ids } }),
    enabled: ids.length > 0,
    staleTime: 10 * 60_000,
  });
  return (field, id) => {
    if (field === 'status_id') return statuses.find((each) => each.id === id)?.title;
    if (field === 'agentflow_status_id') return agentflow.find((each) => each.id === id)?.title;
    if (field === 'source_id') return sources.find((each) => each.id === id)?.title;
    if (field === 'category_id') return categories.find((each) => each.id === id)?.title;
    return carriers.data?.data.find((each) => each.id === id)?.name;
  };
}
