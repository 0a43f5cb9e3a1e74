// The contact list's data: pages by cursor, the count apart, rows patched in place, and what live messages do to them.
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, isRefused } from '#app/api.ts';
import { invalidate, keyOf, queryClient, queryOf } from '#app/queries.ts';
import {
  type Contact,
  type ContactRow,
  type ContactUpdate,
  getContact,
  listContacts,
  quickUpdateContact,
} from '#contract/contacts.ts';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';

type Page = AnswerOf<typeof listContacts>;
type Pages = InfiniteData<Page, string | null>;

const pageSize = 100;
const listKey = [...keyOf(listContacts), 'rows'] as const;

export const contactRowsQuery = (scope: ContactsScopeInput) =>
  infiniteQueryOptions({
    queryKey: [...listKey, scope] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listContacts, { body: { contacts_scope: { ...scope, limit: pageSize, cursor: pageParam } } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page) => page.meta.next_cursor,
    placeholderData: keepPreviousData,
  });

/** The count: capped if counting would cost too much, unless an action needs the exact number. */
export const contactCountQuery = (scope: ContactsScopeInput, exact = false) =>
  queryOptions({
    ...queryOf(listContacts, { body: { contacts_scope: scope, meta_only: true, exact } }),
    placeholderData: keepPreviousData,
    select: ({ meta }: Page) => ({ total: meta.total_count ?? 0, capped: meta.total_capped }),
  });

/** The whole record, without taking its tag `new` away. */
export const glanceAtContact = (id: number) => queryOf(getContact, { params: { id }, query: { not_remove_new_tag: true } });

/** Changes a row in every list on screen. Returns an undo. */
export function patchRow(id: number, change: Partial<ContactRow>): () => void {
  const before = queryClient.getQueriesData<Pages>({ queryKey: listKey });
  queryClient.setQueriesData<Pages>(
    { queryKey: listKey },
    (pages) => pages && mapRows(pages, id, (row) => ({ ...row, ...change })),
  );
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
  };
}

/** Takes a row out of one list on screen and puts it on top of another, until the lists are loaded again. */
export function moveRow(row: ContactRow, from: ContactsScopeInput, to: ContactsScopeInput) {
  void queryClient.cancelQueries({ queryKey: listKey }); // an answer on its way would put the row back
  const change = (scope: ContactsScopeInput, rowsOf: (page: Page, place: number) => ContactRow[]) =>
    queryClient.setQueryData<Pages>(
      [...listKey, scope],
      (data) => data && { ...data, pages: data.pages.map((page, place) => ({ ...page, data: rowsOf(page, place) })) },
    );
  change(from, ({ data }) => data.filter(({ id }) => id !== row.id));
  change(to, ({ data }, place) => (place === 0 ? [row, ...data] : data));
}

export interface QuickEdit {
  row: ContactRow;
  change: ContactUpdate;
  /** The same change as the row shows it until the server answers. */
  shown: Partial<ContactRow>;
}

/** Edits a row in place, seen at once. Calls `onStale` if somebody else saved first. */
export const useQuickEdit = (onStale: (mine: QuickEdit, theirs: Contact) => void) =>
  useMutation({
    mutationFn: ({ row, change }: QuickEdit) =>
      call(quickUpdateContact, { params: { id: row.id }, body: { version: row.version, ...change } }),
    meta: { handles: ['contacts.stale'] },
    onMutate: ({ row, shown }) => ({ undo: patchRow(row.id, shown) }),
    onSuccess: (row) => void patchRow(row.id, row),
    onSettled: () => invalidate(getContact),
    onError: (error, edit, context) => {
      context?.undo();
      const theirs = savedVersion(error);
      if (!theirs) return;
      patchRow(theirs.id, rowOf(theirs));
      onStale(edit, theirs);
    },
  });

/** The contact as somebody else saved it, if an edit was refused for that. */
export const savedVersion = (error: unknown): Contact | undefined =>
  isRefused(error, 'contacts.stale') ? (error.problem.data as { current: Contact }).current : undefined;

const rowKeys = [
  'id',
  'kind',
  'name',
  'first_name',
  'last_name',
  'organization',
  'phone',
  'phone_type',
  'email',
  'email_state',
  'city',
  'state',
  'zip_code',
  'birth_date',
  'timezone',
  'status_id',
  'agentflow_status_id',
  'source_id',
  'category_id',
  'owner',
  'pool',
  'tags',
  'next_step',
  'do_not_call',
  'do_not_text',
  'do_not_email',
  'created_at',
  'updated_at',
  'deleted_at',
  'version',
  'limited',
] as const satisfies (keyof ContactRow)[];

/** The list's part of a whole record. */
export const rowOf = (contact: Contact): ContactRow =>
  Object.fromEntries(rowKeys.map((key) => [key, contact[key]])) as unknown as ContactRow;

// ── live ────────────────────────────────────────────────────────────────────

/** The pages down to where the user has scrolled: a refresh loads no more. */
let pagesInUse = 1;
export const reachedRow = (index: number) => {
  pagesInUse = Math.floor(index / pageSize) + 1;
};

export function refreshContactLists() {
  queryClient.setQueriesData<Pages>(
    { queryKey: listKey },
    (data) => data && { pages: data.pages.slice(0, pagesInUse), pageParams: data.pageParams.slice(0, pagesInUse) },
  );
  return invalidate(listContacts);
}

let waiting = false;
/** Many messages in a row cause one refresh. */
export function refreshListsSoon() {
  if (waiting) return;
  waiting = true;
  setTimeout(() => {
    waiting = false;
    void refreshContactLists();
  }, 1500);
}

/** For a contact that changed elsewhere: refreshes its row, or the lists if it is in none of them yet. */
export function refreshContactSoon(id: number) {
  const isShown = queryClient.getQueriesData<Pages>({ queryKey: listKey }).some(([, data]) => data && hasRow(data, id));
  if (!isShown) return refreshListsSoon();
  queryClient
    .fetchQuery({ ...glanceAtContact(id), staleTime: 0 })
    .then((contact) => patchRow(id, rowOf(contact)))
    .catch(refreshListsSoon);
}

/** A row of any list on screen. */
export const findRow = (id: number): ContactRow | undefined =>
  queryClient
    .getQueriesData<Pages>({ queryKey: listKey })
    .flatMap(([, data]) => data?.pages.flatMap((page) => page.data) ?? [])
    .find((row) => row.id === id);

const hasRow = ({ pages }: Pages, id: number) => pages.some(({ data }) => data.some((row) => row.id === id));
const mapRows = (pages: Pages, id: number, change: (row: ContactRow) => ContactRow): Pages => ({
  ...pages,
  pages: pages.pages.map((page) =>
    page.data.some((row) => row.id === id)
      ? { ...page, data: page.data.map((row) => (row.id === id ? change(row) : row)) }
      : page,
  ),
});
