// The list's state in the URL: a contacts scope without paging, its defaults left out.
import { z } from 'zod';
import { type ContactsScopeInput, contactGroups, contactOrders, Filter } from '#contract/contactsScope.ts';
import { categories } from '#contract/lookups.ts';

/** What a URL says wrongly counts as not said. `?q=3055550142` arrives as a number. */
export const ContactSearch = z.object({
  q: z.coerce.string().max(200).default('').catch(''),
  search: z.array(Filter).max(50).default([]).catch([]),
  contact_group: z.enum(contactGroups).default('all').catch('all'),
  category: z.enum(categories).nullable().default(null).catch(null),
  pool_id: z
    .union([z.literal('mine'), z.literal('all'), z.int().positive()])
    .default('mine')
    .catch('mine'),
  downline_user_id: z.int().positive().nullable().default(null).catch(null),
  all_downline: z.boolean().default(false).catch(false),
  order_field: z.enum(contactOrders).default('last_name').catch('last_name'),
  order: z.enum(['ASC', 'DESC']).default('ASC').catch('ASC'),
});
export type ContactSearch = z.output<typeof ContactSearch>;

export const contactSearchDefaults: ContactSearch = ContactSearch.parse({});

export const scopeOf = (search: ContactSearch): ContactsScopeInput => search;

/** Whether the list is narrowed by something the user can take away. */
export const isNarrowed = ({ q, search, category, pool_id, downline_user_id, contact_group }: ContactSearch) =>
  q !== '' ||
  search.length > 0 ||
  category !== null ||
  pool_id !== 'mine' ||
  downline_user_id !== null ||
  contact_group !== 'all';

/** The list one has just left: the contact's page leads back to it, and to the contacts before and after in it. */
let left: ContactSearch | undefined;
export const lastList = () => left;
export const rememberList = (search: ContactSearch) => {
  left = search;
};
