// A row of the table, as cells or as a card.
// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual, a <table> would have to hold them all
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid takes the keys
import { Skeleton } from '@mantine/core';
import { memo, useDeferredValue, useState } from 'react';
import classes from './DataTable.module.css';
import type { Column, RowShape } from './tableProps.ts';

interface TableRowProps<Row> extends RowShape<Row> {
  id: string;
  row: Row;
  name: string;
  index: number;
  top: number;
  height: number;
  active: boolean;
  /** Undefined if rows cannot be selected. */
  selected: boolean | undefined;
  canSelect: boolean;
  muted: boolean;
  onActive: (index: number) => void;
  onToggle: (index: number, range: boolean) => void;
}

function TableRowInner<Row>({ row, index, active, selected, columns, card, actions, ...props }: TableRowProps<Row>) {
  const first = selected === undefined ? 1 : 2;
  // Most rows only scroll by: they render half of their parts.
  const [pointedAt, setPointedAt] = useState(false);
  const reached = useDeferredValue(active || pointedAt); // shows the focus first
  return (
    <div
      id={props.id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={classes.row}
      data-active={active || undefined}
      data-selected={selected || undefined}
      data-muted={props.muted || undefined}
      style={{ transform: `translateY(${props.top}px)`, height: props.height }}
      onClick={() => props.onActive(index)}
      onPointerEnter={() => setPointedAt(true)}
    >
      {selected !== undefined && (
        <div role="gridcell" className={classes.check}>
          <label className={classes.target}>
            <input
              type="checkbox"
              tabIndex={active ? 0 : -1}
              aria-label={`Select ${props.name}`}
              checked={selected}
              disabled={!props.canSelect}
              onChange={({ nativeEvent }) => props.onToggle(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
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
          <div key={key} role="gridcell" className={classes.cell} data-align={align} style={{ gridColumn: at + first }}>
            {cell(row, active)}
          </div>
        ))
      )}
      {actions && !card && reached && (
        <div role="gridcell" className={classes.actions}>
          {actions(row, active)}
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
