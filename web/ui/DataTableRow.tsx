// A row of the table, as cells or as a card.
// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual, a <table> would have to hold them all
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid takes the keys
import { Skeleton } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import classes from './DataTable.module.css';
import type { Column, TableSelection } from './DataTable.tsx';

export interface RowShape<Row> {
  rowId: (row: Row) => number;
  /** What a screen reader calls the row. */
  nameOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  selection?: TableSelection<Row> | undefined;
  /** On a phone: a card of so many row heights in place of the cells. */
  card?: { rows: number; render: (row: Row) => ReactNode } | undefined;
  /** Buttons that appear over the row's end. */
  deeds?: ((row: Row, active: boolean) => ReactNode) | undefined;
  /** A row that cannot be opened looks so. */
  muted?: ((row: Row) => boolean) | undefined;
}

interface TableRowProps<Row> extends RowShape<Row> {
  id: string;
  row: Row;
  index: number;
  top: number;
  height: number;
  active: boolean;
  selected: boolean;
  onActive: (index: number) => void;
}

function TableRowInner<Row>({ row, index, top, height, active, selected, ...props }: TableRowProps<Row>) {
  const { selection, columns, card, deeds } = props;
  return (
    <div
      id={props.id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selection ? selected : undefined}
      className={classes.row}
      data-active={active || undefined}
      data-selected={selected || undefined}
      data-muted={props.muted?.(row) || undefined}
      style={{ transform: `translateY(${top}px)`, height }}
      onClick={() => props.onActive(index)}
    >
      {selection && (
        <div role="gridcell" className={classes.check}>
          <label className={classes.target}>
            <input
              type="checkbox"
              tabIndex={active ? 0 : -1}
              aria-label={`Select ${props.nameOf(row)}`}
              checked={selected}
              disabled={selection.canSelect?.(row) === false}
              onChange={(event) =>
                selection.onToggle(index, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
              }
              onClick={(event) => event.stopPropagation()}
            />
          </label>
        </div>
      )}
      {card ? (
        <div role="gridcell" className={classes.card}>
          {card.render(row)}
        </div>
      ) : (
        columns.map(({ key, align, cell }, at) => (
          <div
            key={key}
            role="gridcell"
            className={classes.cell}
            data-align={align}
            style={{ gridColumn: at + (selection ? 2 : 1) }}
          >
            {cell(row, active)}
          </div>
        ))
      )}
      {deeds && !card && (
        <div role="gridcell" className={classes.deeds}>
          {deeds(row, active)}
        </div>
      )}
    </div>
  );
}

export const TableRow = memo(TableRowInner) as typeof TableRowInner;

export function SkeletonRow<Row>({
  columns,
  selectable,
  height,
  seed,
  top,
}: {
  columns: readonly Column<Row>[];
  selectable: boolean;
  height: number;
  /** Varies the widths, so that it reads as text. */
  seed: number;
  top?: number;
}) {
  return (
    <div
      role="row"
      className={classes.row}
      data-skeleton
      aria-hidden
      style={top === undefined ? { height, position: 'relative' } : { transform: `translateY(${top}px)`, height }}
    >
      {selectable && <div className={classes.check} />}
      {columns.map(({ key }, column) => (
        <div key={key} className={classes.cell}>
          <Skeleton height={9} width={`${45 + ((seed * 31 + column * 17) % 45)}%`} />
        </div>
      ))}
    </div>
  );
}
