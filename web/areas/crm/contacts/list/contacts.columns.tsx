// The list's columns. The browser keeps the user's choice, order and widths.
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { PhoneNumber } from '#app/PhoneNumber.tsx';
import { listOf, type Read, text } from '#app/parsers.ts';
import { useMe } from '#app/session.ts';
import { useStored } from '#app/stored.ts';
import type { ContactRow } from '#contract/contacts.ts';
import { ageOn, formatDay, formatPhone } from '#contract/kit/formats.ts';
import type { Me } from '#contract/me.ts';
import type { Category, Source, Status } from '#contract/reference.ts';
import type { Column } from '#ui/DataTable.tsx';
import { dayIn, todayIn } from '#ui/moments.ts';
import { useCategories, useSources, useStatuses } from '#web/areas/crm/reference/reference.api.ts';
import { NextStepCell } from '#web/areas/desk/tasks/NextStepCell.tsx';
import classes from './ContactColumns.module.css';
import { ContactStatusCell } from './ContactStatusCell.tsx';
import { ContactTagsCell } from './ContactTagsCell.tsx';
import { useContactSearch } from './useContactSearch.ts';
import type { CellEdits } from './useInlineEdit.ts';

type Cell = Column<ContactRow>['cell'];
type Shape = Omit<Column<ContactRow>, 'cell'>;

const nameColumn: Shape = { key: 'name', header: 'Name', width: 12, orderField: 'last_name' };

/** All but the name, which is always first. */
export const optionalColumns: Shape[] = [
  { key: 'phone', header: 'Phone', width: 8.5, orderField: 'phone' },
  { key: 'email', header: 'E-mail', width: 12, orderField: 'email' },
  { key: 'status', header: 'Status', width: 10, orderField: 'status' },
  { key: 'tags', header: 'Tags', width: 10.5 },
  { key: 'next_step', header: 'Next step', width: 10.5, orderField: 'next_step' },
  { key: 'owner', header: 'Owner', width: 8.5, orderField: 'owner' },
  { key: 'place', header: 'City', width: 9.5, orderField: 'city' },
  { key: 'source', header: 'Source', width: 8, orderField: 'source' },
  { key: 'category', header: 'Category', width: 8, orderField: 'category' },
  { key: 'birth_date', header: 'Birth date', width: 7.5, orderField: 'birth_date' },
  { key: 'created', header: 'Created', width: 6.5, orderField: 'created_at', align: 'right' },
  { key: 'updated', header: 'Updated', width: 6.5, orderField: 'updated_at', align: 'right' },
];
const shownAtFirst = ['phone', 'status', 'next_step', 'tags', 'place', 'owner', 'updated'];

const keys = listOf(text());

/** Keys in their order: of the open view, or without one as the browser keeps them. */
export function useShownColumns(): [string[], (next: string[]) => void] {
  const [{ view, columns }, change] = useContactSearch();
  const [stored, store] = useStored('contacts.columns', keys, shownAtFirst);
  return view === null ? [stored, store] : [columns ?? stored, (next) => change({ columns: next })];
}

const widths: Read<Record<string, number>> = (said) =>
  said !== null && typeof said === 'object' && Object.values(said).every(Number.isFinite)
    ? (said as Record<string, number>)
    : undefined;
const noWidths: Record<string, number> = {};

/** In rem, by column. */
export const useColumnWidths = () => useStored('contacts.widths', widths, noWidths);

export function useContactColumns(edits: CellEdits): Column<ContactRow>[] {
  const [shown] = useShownColumns();
  const [resized] = useColumnWidths();
  const sources = useSources();
  const categories = useCategories();
  const statuses = useStatuses();
  const { timezone } = useMe();
  return useMemo(() => {
    const cells = cellsOf(edits, sources, categories, statuses, timezone);
    const chosen = shown.flatMap((key) => optionalColumns.find((column) => column.key === key) ?? []);
    return [nameColumn, ...chosen].map((column) => ({
      ...column,
      resized: resized[column.key],
      cell: cells[column.key] ?? (() => null),
    }));
  }, [edits, shown, resized, sources, categories, statuses, timezone]);
}

/** Cells get the look-up lists as arguments: a query in each of a thousand cells would be a thousand observers. */
function cellsOf(
  edits: CellEdits,
  sources: readonly Source[],
  categories: readonly Category[],
  statuses: readonly Status[],
  timezone: Me['timezone'],
): Record<string, Cell> {
  const today = todayIn(timezone);
  return {
    name: (contact, active) => <NameCell contact={contact} active={active} />,
    phone: ({ id, name, phone, do_not_call, limited }, active) =>
      phone &&
      (do_not_call || limited ? (
        <span className={`figures ${do_not_call ? classes.barred : ''}`} title={do_not_call ? 'Do not call' : undefined}>
          {formatPhone(phone)}
        </span>
      ) : (
        <PhoneNumber number={phone} person={{ id, name }} reachable={active} plain />
      )),
    email: ({ email, email_state, do_not_email }) => (
      <span
        className={`${classes.text} ${do_not_email || email_state === 'invalid' ? classes.barred : ''}`}
        title={email_state === 'invalid' ? 'This address gets no mail' : do_not_email ? 'Do not e-mail' : email}
      >
        {email}
      </span>
    ),
    status: (contact, active) => (
      <ContactStatusCell
        contact={contact}
        statuses={statuses}
        reachable={active}
        onChange={(id) => edits.setStatus(contact, id)}
      />
    ),
    tags: (contact, active) => (
      <ContactTagsCell contact={contact} reachable={active} onChange={(tags) => edits.setTags(contact, tags)} />
    ),
    next_step: ({ next_step }) => next_step && <NextStepCell step={next_step} timezone={timezone} />,
    owner: ({ owner, pool }) => (
      <span className={classes.text}>{owner?.name ?? (pool && <span className={classes.faint}>Pool {pool.name}</span>)}</span>
    ),
    place: ({ city, state }) => <span className={classes.text}>{[city, state].filter(Boolean).join(', ')}</span>,
    source: ({ source_id }) => <span className={classes.text}>{sources.find(({ id }) => id === source_id)?.title}</span>,
    category: ({ category_id }) => <span className={classes.text}>{categories.find(({ id }) => id === category_id)?.title}</span>,
    birth_date: ({ birth_date }) =>
      birth_date && (
        <span className="figures">
          {formatDay(birth_date)} <span className={classes.faint}>{ageOn(birth_date, today)}</span>
        </span>
      ),
    created: ({ created_at }) => <span className="figures">{created_at && dayIn(timezone, created_at)}</span>,
    updated: ({ updated_at }) => <span className="figures">{updated_at && dayIn(timezone, updated_at)}</span>,
  };
}

function NameCell({ contact, active }: { contact: ContactRow; active: boolean }) {
  const name = contact.name || contact.organization || 'No name';
  if (contact.limited) return <span className={classes.text}>{name}</span>;
  return (
    <>
      <Link
        to="/contacts/$id"
        params={{ id: String(contact.id) }}
        className={classes.name}
        title={name}
        tabIndex={active ? 0 : -1}
        preload={false}
      >
        <bdi>{name}</bdi>
      </Link>
      {contact.kind === 'client' && <span className={classes.kind}>Client</span>}
    </>
  );
}
