// A table of few rows, which are all on the page; where it has little room each row is a card. Long lists take DataTable.
import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PlainTable.module.css';

export interface PlainColumn<Row> {
  header: string;
  cell: (row: Row, place: number) => ReactNode;
  /** Right, and its digits one under another. */
  figures?: boolean;
}

export function PlainTable<Row>({
  label,
  rows,
  keyOf,
  columns,
  actions,
}: {
  /** What a screen reader calls it. */
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** The first names the row. */
  columns: readonly PlainColumn<Row>[];
  /** At the end of each row. */
  actions?: (row: Row, place: number) => ReactNode;
}) {
  const [first, ...others] = columns;
  return (
    <div className={classes.container}>
      <Table highlightOnHover aria-label={label} className={classes.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header, figures }) => (
              <Table.Th key={header} data-figures={figures || undefined}>
                {header}
              </Table.Th>
            ))}
            {actions && (
              <Table.Th className={classes.actions}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, place) => (
            <Table.Tr key={keyOf(row)}>
              <Table.Th scope="row">{first?.cell(row, place)}</Table.Th>
              {others.map(({ header, cell, figures }) => (
                <Table.Td key={header} data-label={header} data-figures={figures || undefined}>
                  {cell(row, place)}
                </Table.Td>
              ))}
              {actions && <Table.Td className={classes.actions}>{actions(row, place)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
