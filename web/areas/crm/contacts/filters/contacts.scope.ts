// The list's state in the URL: a contacts scope without paging, its defaults left out.
import type { SearchSchemaInput } from '@tanstack/react-router';
import { either, flag, listOf, oneOf, ordinal, type Read, text, written } from '#app/parsers.ts';
import {
  type ContactsScopeInput,
  contactGroups,
  contactOrders,
  type Filter,
  filterFields,
  filterOperators,
} from '#contract/contactsScope.ts';
import { type ViewLayout, viewLayouts } from '#contract/savedViewLists.ts';

export interface ContactSearch {
  q: string;
  search: Filter[];
  contact_group: (typeof contactGroups)[number];
  category: number | null;
  pool_id: 'mine' | 'all' | number;
  downline_user_id: number | null;
  all_downline: boolean;
  order_field: (typeof contactOrders)[number];
  order: 'ASC' | 'DESC';
  layout: ViewLayout;
  /** The saved view that is open. */
  view: number | null;
  /** The version of that view which the list is a change of; null: the list shows the view as it is saved. */
  changed: number | null;
  /** Null: those of the view, or without one those of the browser. */
  columns: string[] | null;
}

export const contactSearchDefaults: ContactSearch = {
  q: '',
  search: [],
  contact_group: 'all',
  category: null,
  pool_id: 'mine',
  downline_user_id: null,
  all_downline: false,
  order_field: 'last_name',
  order: 'ASC',
  layout: 'list',
  view: null,
  changed: null,
  columns: null,
};

/** Wrong values in a URL count as absent. */
export const contactSearchOf = (said: { [Name in keyof ContactSearch]?: unknown }): ContactSearch => ({
  q: written(200)(said.q) ?? '',
  search: listOf(filter, 50)(said.search) ?? [],
  contact_group: oneOf(contactGroups)(said.contact_group) ?? 'all',
  category: ordinal(said.category) ?? null,
  pool_id: either(oneOf(['mine', 'all']), ordinal)(said.pool_id) ?? 'mine',
  downline_user_id: ordinal(said.downline_user_id) ?? null,
  all_downline: flag(said.all_downline) ?? false,
  order_field: oneOf(contactOrders)(said.order_field) ?? 'last_name',
  order: oneOf(['ASC', 'DESC'])(said.order) ?? 'ASC',
  layout: oneOf(viewLayouts)(said.layout) ?? oneOf(viewLayouts)(said.view) ?? 'list', // bookmarks of the board say `view`
  view: ordinal(said.view) ?? null,
  changed: ordinal(said.changed) ?? null,
  columns: listOf(text(40), 40)(said.columns) ?? null,
});

/** For the route: a link may leave out defaults. */
export const validContactSearch = (said: Partial<ContactSearch> & SearchSchemaInput): ContactSearch => contactSearchOf(said);

const filter: Read<Filter> = (said) => {
  const { field, operator, value } = (said ?? {}) as Record<string, unknown>;
  const known = filterField(field);
  const verb = oneOf(Object.values(filterOperators).flat())(operator);
  const read = value === undefined ? null : filterValue(value);
  return known && verb && read !== undefined ? { field: known, operator: verb, value: read } : undefined;
};

const filterField: Read<string> = (said) =>
  typeof said === 'string' && (Object.hasOwn(filterFields, said) || /^(custom|captured?):\d{1,15}$/.test(said))
    ? said
    : undefined;

const number: Read<number> = (said) => (typeof said === 'number' ? said : undefined);
const filterValue: Read<Filter['value']> = (said) =>
  said === null ? null : (text(500)(said) ?? number(said) ?? flag(said) ?? listOf(either(text(200), number), 500)(said));

export const scopeOf = ({ layout, view, changed, columns, ...scope }: ContactSearch): ContactsScopeInput => scope;

/** Whether a search, a filter or a group narrows the list. */
export const isNarrowed = ({ q, search, category, pool_id, downline_user_id, contact_group }: ContactSearch) =>
  q !== '' ||
  search.length > 0 ||
  category !== null ||
  pool_id !== 'mine' ||
  downline_user_id !== null ||
  contact_group !== 'all';

/** The list that the user has just left: the contact's page links back to it, and to its previous and next contact. */
let left: ContactSearch | undefined;
export const lastList = () => left;
export const rememberList = (search: ContactSearch) => {
  left = search;
};
