// The rows of a look-up: name, more columns, how many records point at it, and its actions.
import { ActionIcon, Table } from '@mantine/core';
import { IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { placedAt, useSortable } from '#ui/useSortable.ts';
import { keyOf, queryClient, useSend } from '../queries.ts';
import classes from './LookupPage.module.css';
import type { LookupRow, LookupScreen } from './lookups.ts';

interface Props {
  screen: LookupScreen;
  rows: readonly LookupRow[];
  isOrdered: boolean;
  onEdit: (row: LookupRow) => void;
  onDelete: (row: LookupRow) => void;
}

export function LookupTable({ screen, rows, isOrdered, onEdit, onDelete }: Props) {
  const { columns = [], counted = ['contact', 'contacts'], groupOf, nameOf } = screen;
  const move = useSend(screen.update, { invalidates: [screen.list] });
  const sortable = useSortable({
    rows,
    nameOf,
    onMove: (row, position) => {
      const order = placedAt(rows, row, position).map(({ id }) => id);
      queryClient.setQueriesData<{ data: LookupRow[] }>(
        { queryKey: keyOf(screen.list) },
        (answer) => answer && { data: answer.data.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)) },
      );
      move.mutate({ params: { id: row.id }, body: { position } } as object);
    },
  });
  const groups = [...new Set(rows.map((row) => groupOf?.(row)))];
  const width = columns.length + (isOrdered ? 1 : 0) + (counted ? 1 : 0) + 2;

  return (
    <>
      <Table className={classes.table ?? ''} highlightOnHover data-moving={sortable.movingId !== null || undefined}>
        <Table.Thead>
          <Table.Tr>
            {isOrdered && (
              <Table.Th className={classes.grip}>
                <span className="unseen">Order</span>
              </Table.Th>
            )}
            <Table.Th>Name</Table.Th>
            {columns.map(({ header }) => (
              <Table.Th key={header} className={classes.wide}>
                {header}
              </Table.Th>
            ))}
            {counted && <Table.Th className={classes.count}>In use</Table.Th>}
            <Table.Th className={classes.actions}>
              <span className="unseen">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sortable.shown.map((row, place) => {
            const group = groupOf?.(row);
            const before = sortable.shown[place - 1];
            const name = nameOf(row);
            return (
              <Fragment key={row.id}>
                {group !== undefined && (!before || groupOf?.(before) !== group) && (
                  <Table.Tr className={classes.group}>
                    <Table.Th scope="rowgroup" colSpan={width}>
                      {group || 'No group'}
                      {screen.groupTools?.(row, { index: groups.indexOf(group), count: groups.length })}
                    </Table.Th>
                  </Table.Tr>
                )}
                <Table.Tr ref={sortable.rowRef(row)} data-moving={row.id === sortable.movingId || undefined}>
                  {isOrdered && (
                    <Table.Td className={classes.grip}>
                      <button type="button" className={classes.handle} {...sortable.handle(row)}>
                        <IconGripVertical size="1rem" stroke={1.6} aria-hidden />
                      </button>
                    </Table.Td>
                  )}
                  <Table.Th scope="row" className={classes.name}>
                    <span className={classes.named}>
                      {screen.mark?.(row)}
                      <button type="button" className={classes.open} onClick={() => onEdit(row)}>
                        {name}
                      </button>
                    </span>
                    {columns.length > 0 && (
                      <span className={classes.under}>
                        {columns.map(({ header, cell }) => (
                          <span key={header}>{cell(row)}</span>
                        ))}
                      </span>
                    )}
                  </Table.Th>
                  {columns.map(({ header, cell }) => (
                    <Table.Td key={header} className={classes.wide}>
                      {cell(row)}
                    </Table.Td>
                  ))}
                  {counted && (
                    <Table.Td className={`${classes.count} figures`}>
                      <Used screen={screen} row={row} />
                    </Table.Td>
                  )}
                  <Table.Td className={classes.actions}>
                    <ActionIcon variant="subtle" color="gray" aria-label={`Edit ${name}`} onClick={() => onEdit(row)}>
                      <IconPencil size="1rem" stroke={1.6} />
                    </ActionIcon>
                    <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${name}`} onClick={() => onDelete(row)}>
                      <IconTrash size="1rem" stroke={1.6} />
                    </ActionIcon>
                  </Table.Td>
                </Table.Tr>
              </Fragment>
            );
          })}
        </Table.Tbody>
      </Table>
      <span className="unseen" role="status">
        {sortable.said}
      </span>
    </>
  );
}

function Used({ screen, row }: { screen: LookupScreen; row: LookupRow }) {
  if (row.used === null) return null;
  const words = usedWords(screen, row.used);
  if (row.used === 0) return <span className={classes.faint}>{words}</span>;
  const search = screen.usedIn?.(row);
  return search ? (
    <Link to="/contacts" search={search}>
      {words}
    </Link>
  ) : (
    words
  );
}

/** `1 contact`, `1,204 contacts` */
export function usedWords({ counted }: LookupScreen, count: number): string {
  const [one, many] = counted ?? ['contact', 'contacts'];
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
