// The company's look-up lists: short, kept for the session, asked again when somebody changes one.
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#app/queries.ts';
import { listCaptureForms } from '#contract/captureForms.ts';
import { listCustomFields } from '#contract/customFields.ts';
import { listAgentflowStatuses, listCategories, listSources, listStatuses } from '#contract/reference.ts';

/** The calls whose answers a changed look-up may change. */
export const referenceLists = [
  listStatuses,
  listAgentflowStatuses,
  listSources,
  listCategories,
  listCustomFields,
  listCaptureForms,
];

const kept = { staleTime: 10 * 60_000 };
export const statusesQuery = { ...queryOf(listStatuses), ...kept };
export const agentflowStatusesQuery = { ...queryOf(listAgentflowStatuses), ...kept };
export const sourcesQuery = { ...queryOf(listSources), ...kept };
export const categoriesQuery = { ...queryOf(listCategories), ...kept };
export const customFieldsQuery = { ...queryOf(listCustomFields), ...kept };
export const captureFormsQuery = { ...queryOf(listCaptureForms), ...kept };

/** Empty until they are here; the same array until they change. */
const none: never[] = [];
export const useStatuses = () => useQuery(statusesQuery).data?.data ?? none;
export const useAgentflowStatuses = () => useQuery(agentflowStatusesQuery).data?.data ?? none;
export const useSources = () => useQuery(sourcesQuery).data?.data ?? none;
export const useCategories = () => useQuery(categoriesQuery).data?.data ?? none;
export const useCustomFields = () => useQuery(customFieldsQuery).data?.data ?? none;
export const useCaptureForms = () => useQuery(captureFormsQuery).data?.data ?? none;
