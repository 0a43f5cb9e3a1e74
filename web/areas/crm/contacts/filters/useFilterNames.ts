// The names of the ids in a filter; the number until the name is loaded.
import { useQuery } from '@tanstack/react-query';
import { queryClient, queryOf } from '#app/queries.ts';
import type { Filter } from '#contract/contactsScope.ts';
import { listImportAttempts } from '#contract/imports.ts';
import { states } from '#contract/lookups.ts';
import { searchTags } from '#contract/tags.ts';
import { listAssignees } from '#contract/users.ts';
import { captureStateWords } from '#web/areas/crm/dataCapture/dataCapture.labels.ts';
import { useAgentflowStatuses, useCategories, useSources, useStatuses } from '#web/areas/crm/reference/reference.api.ts';
import { nextStepTimeWords } from '#web/areas/desk/tasks/tasks.labels.ts';
import { lineTypeWords } from '#web/areas/messaging/phoneChecks/phoneChecks.labels.ts';
import { emailStateWords, genderWords, kindWords, languageWords, timezoneWords } from '../contacts.labels.ts';

const fixed: Record<string, Record<string, string>> = {
  state: states,
  kind: kindWords,
  gender: genderWords,
  language: languageWords,
  timezone: timezoneWords,
  email_state: emailStateWords,
  phone_type: lineTypeWords,
  next_step: nextStepTimeWords,
};

const fixedWords = (field: string): Record<string, string> =>
  (field.startsWith('capture:') ? captureStateWords : fixed[field]) ?? {};

/** The fixed choices of a field, if it has any. */
export const fixedChoices = (field: string) => Object.entries(fixedWords(field)).map(([value, label]) => ({ value, label }));

export function useFilterNames(field: string, value: Filter['value']): (value: string | number) => string {
  const ids = (Array.isArray(value) ? value : []).map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
  const statuses = useStatuses();
  const agentflow = useAgentflowStatuses();
  const sources = useSources();
  const categories = useCategories();
  const tags = useQuery({ ...queryOf(searchTags, { body: { ids } }), enabled: field === 'tags' && ids.length > 0 });
  const people = useQuery({ ...queryOf(listAssignees, { query: { ids } }), enabled: field === 'owner' && ids.length > 0 });
  const imports = useQuery({ ...queryOf(listImportAttempts, { query: { limit: 100 } }), enabled: field === 'import' });
  const titles = (list: readonly { id: number; title: string }[]) => new Map(list.map(({ id, title }) => [String(id), title]));
  const names = (list: readonly { id: number; name: string }[] = []) => new Map(list.map(({ id, name }) => [String(id), name]));
  const known: Record<string, () => Map<string, string>> = {
    status: () => titles(statuses),
    agentflow_status: () => titles(agentflow),
    source: () => titles(sources),
    category: () => titles(categories),
    tags: () => names(tags.data?.data),
    owner: () => names(people.data?.data),
    import: () => new Map((imports.data?.data ?? []).map(({ id, file_name }) => [String(id), file_name])),
  };
  const map = known[field]?.() ?? new Map(Object.entries(fixedWords(field)));
  return (value) => map.get(String(value)) ?? rememberedName(field, value) ?? (known[field] ? `#${value}` : String(value));
}

/** Names found by typing are remembered until the page is closed. */
export const rememberName = (field: string, value: string | number, name: string) =>
  queryClient.setQueryData(['name', field, String(value)], name);
export const rememberedName = (field: string, value: string | number) =>
  queryClient.getQueryData<string>(['name', field, String(value)]);
