import { listCustomFields } from '#areas/crm/customFields/customFields.service.ts';
import { listCategories, listSources, listStatuses } from '#areas/crm/reference/reference.service.ts';
import type { Tx } from '#kernel/context.ts';
import type { Lookups } from './imports.contact.ts';

/** The company's lists that a file's values are read against. */
export async function lookupsOf(tx: Tx): Promise<Lookups> {
  const { data: statuses } = await listStatuses(tx);
  const { data: sources } = await listSources(tx);
  const { data: categories } = await listCategories(tx);
  const { data: customFields } = await listCustomFields(tx);
  return { statuses, sources, categories, customFields };
}
