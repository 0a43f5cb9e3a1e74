// The list's rows: chosen columns, keys, quick edits, and the empty state.
import { IconPhone } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { CallIcon } from '#app/PhoneNumber.tsx';
import { useMe } from '#app/session.ts';
import { useShortcuts } from '#app/shortcuts.ts';
import type { ContactRow } from '#contract/contacts.ts';
import { contactOrders } from '#contract/contactsScope.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { StatusBadge } from '#ui/Dot.tsx';
import { ahead, later, useOpened } from '#ui/later.ts';
import { useStatuses } from '#web/areas/crm/reference/reference.api.ts';
import { askNextStep } from '#web/areas/desk/tasks/tasks.ask.ts';
import { reachedRow } from '../contacts.api.ts';
import { ContactActions } from '../page/ContactActions.tsx';
import classes from './ContactCard.module.css';
import { useColumnWidths, useContactColumns } from './contacts.columns.tsx';
import type { Choice } from './useChoice.ts';
import { useContactSearch } from './useContactSearch.ts';
import { useInlineEdit } from './useInlineEdit.ts';

const ContactQuickEdit = later(() => import('./ContactQuickEdit.tsx').then((module) => module.ContactQuickEdit));
const NoContacts = later(() => import('./ContactListEmpty.tsx').then((module) => module.NoContacts));
const TooManyToSort = later(() => import('./ContactListEmpty.tsx').then((module) => module.TooManyToSort));
const ContactFormClash = later(() => import('../form/ContactFormClash.tsx').then((module) => module.ContactFormClash));

interface List {
  error: Error | null;
  isPlaceholderData: boolean;
  isFetchingNextPage: boolean;
  hasNextPage: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
}

export function ContactTable({
  list,
  rows,
  loading,
  total,
  choice,
  phone,
  onCreate,
}: {
  list: List;
  rows: readonly ContactRow[];
  loading: boolean;
  total: number | undefined;
  choice: Choice;
  phone: boolean;
  onCreate: () => void;
}) {
  const me = useMe();
  const [search, change] = useContactSearch();
  const navigate = useNavigate();
  const [place, setPlace] = useState({ search, active: 0 });
  // Another search starts at its first row.
  const active = place.search === search ? Math.min(place.active, Math.max(rows.length - 1, 0)) : 0;
  const setActive = (to: number) => setPlace({ search, active: to });
  const [editing, setEditing] = useOpened();
  const edit = useCallback(() => setEditing(true), [setEditing]);
  const inline = useInlineEdit();
  const statuses = useStatuses();
  const statusName = (_: string, id: number) => statuses.find((each) => each.id === id)?.title;
  const columns = useContactColumns(inline.cells);
  const [widths, setWidths] = useColumnWidths();
  const resize = (key: string, width: number | null) => {
    const { [key]: _, ...others } = widths;
    setWidths(width === null ? others : { ...others, [key]: width });
  };
  const actions = useCallback(
    (contact: ContactRow, isActive: boolean) => (
      <ContactActions contact={contact} reachable={isActive} onEdit={edit} ahead={ahead(ContactQuickEdit)} />
    ),
    [edit],
  );
  const row = rows[active];
  // Without a permission for bulk actions, selecting rows is useless.
  const selection = me.can['contacts.bulk'] ? choice.table : undefined;
  const open = (contact: ContactRow) => {
    if (!contact.limited) void navigate({ to: '/contacts/$id', params: { id: String(contact.id) } });
  };
  const go = (to: number) => setActive(Math.min(Math.max(to, 0), Math.max(rows.length - 1, 0)));
  useShortcuts([
    { keys: 'j', label: 'Next contact', group: 'Contacts', run: () => go(active + 1) },
    { keys: 'k', label: 'Previous contact', group: 'Contacts', run: () => go(active - 1) },
    { keys: 'o', label: 'Open the contact', group: 'Contacts', run: () => row && open(row) },
    { keys: 'e', label: 'Edit the contact quickly', group: 'Contacts', run: () => row && !row.limited && edit() },
    {
      keys: 's',
      label: 'Set the next step',
      group: 'Contacts',
      run: () => row && !row.limited && row.deleted_at === null && askNextStep(row),
    },
    ...(selection
      ? [{ keys: 'x', label: 'Select the contact', group: 'Contacts', run: () => selection.onToggle(active, false) }]
      : []),
  ]);

  if (rows.length === 0 && isRefused(list.error, 'contacts.too_many_to_sort'))
    return (
      <Suspense>
        <TooManyToSort onName={() => change({ order_field: 'last_name', order: 'ASC' })} />
      </Suspense>
    );
  if (list.error && rows.length === 0) return <FailedQuery query={list} />;
  return (
    <>
      <DataTable
        label="Contacts"
        rows={rows}
        rowId={(contact) => contact.id}
        nameOf={(contact) => contact.name || contact.phone || contact.email}
        columns={phone ? columns.filter(({ orderField }) => onPhones.has(orderField)) : columns}
        total={total}
        loading={loading}
        stale={list.isPlaceholderData}
        hasMore={list.hasNextPage}
        onMore={() => {
          if (!list.isFetchingNextPage && !list.isPlaceholderData) void list.fetchNextPage();
        }}
        order={{ field: search.order_field, direction: search.order }}
        onOrder={(field) => {
          const order_field = contactOrders.find((each) => each === field);
          if (order_field) change(orderAfter(search, order_field));
        }}
        onResize={resize}
        selection={selection}
        active={active}
        onActive={setActive}
        onOpen={open}
        onReach={reachedRow}
        muted={(contact) => contact.limited}
        card={phone ? card : undefined}
        actions={actions}
        empty={
          <Suspense>
            <NoContacts onCreate={onCreate} />
          </Suspense>
        }
      />
      <Suspense>{editing && row && <ContactQuickEdit id={row.id} onClose={() => setEditing(false)} />}</Suspense>
      <Suspense>{inline.stale && <ContactFormClash {...inline.stale} nameOf={statusName} />}</Suspense>
    </>
  );
}

/** A phone's head has room for few orders. */
const onPhones = new Set<string | undefined>(['last_name', 'created_at', 'updated_at']);
const card = { rows: 2, render: (contact: ContactRow) => <ContactCard contact={contact} /> };

/** The same column again turns the order round; times start with the newest. */
function orderAfter(now: { order_field: string; order: 'ASC' | 'DESC' }, order_field: (typeof contactOrders)[number]) {
  if (now.order_field === order_field) return { order_field, order: now.order === 'ASC' ? ('DESC' as const) : ('ASC' as const) };
  return { order_field, order: order_field.endsWith('_at') ? ('DESC' as const) : ('ASC' as const) };
}

/** A contact on a phone: the name, the status, how to reach the person. */
function ContactCard({ contact }: { contact: ContactRow }) {
  const status = useStatuses().find(({ id }) => id === contact.status_id);
  const name = contact.name || contact.organization || 'No name';
  return (
    <div className={classes.card}>
      <div className={classes.lines}>
        {contact.limited ? (
          <span className={classes.name}>{name}</span>
        ) : (
          <Link to="/contacts/$id" params={{ id: String(contact.id) }} className={classes.name}>
            <bdi>{name}</bdi>
          </Link>
        )}
        <span className={`${classes.facts} figures`}>
          <StatusBadge status={status} />
          {contact.phone ? formatPhone(contact.phone) : contact.email}
        </span>
      </div>
      {contact.phone && !contact.do_not_call && (
        <CallIcon variant="default" size="2.5rem" number={contact.phone} person={{ id: contact.id, name }}>
          <IconPhone size="1.1rem" stroke={1.6} />
        </CallIcon>
      )}
    </div>
  );
}
