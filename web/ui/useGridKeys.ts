// A table of cells as one tab stop: arrows, home, end, page up and down go from cell to cell, as in a spreadsheet.
import { type FocusEvent, type KeyboardEvent, useState } from 'react';

export interface Place {
  row: number;
  column: number;
}

const page = 10;

/**
 * For a <table role="grid">. The element with `data-cell` takes a cell's focus, else the cell itself; `place`
 * is the tab stop.
 */
export function useGridKeys() {
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 });

  const onFocus = ({ target }: FocusEvent<HTMLTableElement>) => {
    const cell = target.closest<HTMLTableCellElement>('tbody td, tbody th');
    if (cell && isTarget(target)) setPlace({ row: rowOf(cell).sectionRowIndex, column: cell.cellIndex });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const cell = (event.target as HTMLElement).closest<HTMLTableCellElement>('tbody td, tbody th');
    if (!cell || !isTarget(event.target as HTMLElement) || event.altKey || event.metaKey || event.shiftKey) return;
    const rows = (rowOf(cell).parentElement as HTMLTableSectionElement).rows;
    const { sectionRowIndex: row } = rowOf(cell);
    const column = cell.cellIndex;
    const last = rowOf(cell).cells.length - 1;
    const to = {
      ArrowUp: { row: row - 1, column },
      ArrowDown: { row: row + 1, column },
      ArrowLeft: { row, column: column - 1 },
      ArrowRight: { row, column: column + 1 },
      PageUp: { row: row - page, column },
      PageDown: { row: row + page, column },
      Home: { row: event.ctrlKey ? 0 : row, column: 0 },
      End: { row: event.ctrlKey ? rows.length - 1 : row, column: last },
    }[event.key];
    if (!to) return;
    event.preventDefault();
    const next = rows[within(to.row, rows.length - 1)]?.cells[within(to.column, last)];
    (next?.querySelector<HTMLElement>('[data-cell]') ?? next)?.focus();
  };

  return { place, gridProps: { onFocus, onKeyDown } };
}

const rowOf = (cell: HTMLTableCellElement) => cell.parentElement as HTMLTableRowElement;
const within = (index: number, last: number) => Math.min(Math.max(index, 0), last);
/** Ignores an overlay opened over a cell: it has its own keys. */
const isTarget = (element: HTMLElement) => element.matches('tbody td, tbody th, [data-cell]');
