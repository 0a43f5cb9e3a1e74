// A table of few rows, which are all on the page; where it has little room each row is a card. Long lists take DataTable.
import { Table, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './PlainTable.module.css';

export interface PlainColumn<Row, Field extends string = string> {
  header: string;
  cell: (row: Row, place: number) => ReactNode;
  /** Right, and its digits one under another. */
  figures?: boolean;
  /** The name of the order by this column, if the list has one. */
  orderField?: Field;
}

interface Order<Field extends string> {
  field: Field;
  direction: 'ASC' | 'DESC';
}

/** The same column again turns the direction around; another one begins with the lowest value. */
export const nextOrder = <Field extends string>(order: Order<Field>, field: Field): Order<Field> => ({
  field,
  direction: order.field === field && order.direction === 'ASC' ? 'DESC' : 'ASC',
});

export function PlainTable<Row, Field extends string = string>({
  label,
  rows,
  keyOf,
  columns,
  actions,
  order,
  onOrder,
}: {
  /** For screen readers. */
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** The first names the row. */
  columns: readonly PlainColumn<Row, Field>[];
  /** At the end of each row. */
  actions?: (row: Row, place: number) => ReactNode;
  /** Both, where headings with an `orderField` are buttons. */
  order?: Order<Field>;
  onOrder?: (next: Order<Field>) => void;
}) {
  const [first, ...others] = columns;
  return (
    <div className={classes.container}>
      <Table highlightOnHover aria-label={label} className={classes.table ?? ''} data-ordered={onOrder ? true : undefined}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header, figures, orderField }) => {
              if (!orderField || !order || !onOrder)
                return (
                  <Table.Th key={header} data-figures={figures || undefined}>
                    {header}
                  </Table.Th>
                );
              const direction = order.field === orderField ? order.direction : undefined;
              return (
                <Table.Th key={header} data-figures={figures || undefined} aria-sort={direction ? ariaSort[direction] : 'none'}>
                  <button type="button" className={classes.order} onClick={() => onOrder(nextOrder(order, orderField))}>
                    {header}
                    {direction === 'ASC' && <IconChevronUp size="0.9rem" aria-hidden />}
                    {direction === 'DESC' && <IconChevronDown size="0.9rem" aria-hidden />}
                  </button>
                </Table.Th>
              );
            })}
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

const ariaSort = { ASC: 'ascending', DESC: 'descending' } as const;
