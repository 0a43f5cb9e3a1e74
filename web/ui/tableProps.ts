// Props of the table: columns, rows, selection.
import type { ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  header: string;
  /** In rem, at least. The first column takes most of the remaining width. */
  width: number;
  /** In rem, as the user has set it. */
  resized?: number | undefined;
  align?: 'right';
  /** Set if the list can be sorted by this column. */
  orderField?: string;
  /** `active`: the focused row, whose controls can be reached by Tab. */
  cell: (row: Row, active: boolean) => ReactNode;
}

export interface TableSelection<Row> {
  isSelected: (row: Row, index: number) => boolean;
  /** `range`: everything from the last toggled row to this one. */
  onToggle: (index: number, range: boolean) => void;
  all: 'none' | 'some' | 'all';
  onToggleAll: () => void;
  /** False if a row cannot be selected. */
  canSelect?: (row: Row) => boolean;
}

/** The look of rows. Kept stable between renders, so that only a changed row renders again. */
export interface RowShape<Row> {
  columns: readonly Column<Row>[];
  /** On a phone: a card of so many row heights instead of cells. */
  card?: { rows: number; render: (row: Row) => ReactNode } | undefined;
  /** Buttons at the row's end while it is active or pointed at. */
  actions?: ((row: Row, active: boolean) => ReactNode) | undefined;
}

export interface DataTableProps<Row> extends RowShape<Row> {
  /** The table's name for a screen reader. */
  label: string;
  rows: readonly Row[];
  rowId: (row: Row) => number;
  /** A row's name for a screen reader. */
  nameOf: (row: Row) => string;
  selection?: TableSelection<Row> | undefined;
  /** A row that cannot be opened looks so. */
  muted?: (row: Row) => boolean;
  /** The total number of rows, if known. */
  total?: number | undefined;
  /** No data yet: shows skeleton rows. */
  loading?: boolean;
  /** Rows of an earlier query, shown while the new one loads. */
  stale?: boolean;
  hasMore?: boolean;
  onMore?: () => void;
  order?: { field: string; direction: 'ASC' | 'DESC' };
  onOrder?: (field: string) => void;
  /** Lets the user set widths. In rem; null: as it was. */
  onResize?: (key: string, width: number | null) => void;
  /** The row in focus. */
  active: number;
  onActive: (index: number) => void;
  onOpen?: (row: Row) => void;
  /** Gets the last visible row. */
  onReach?: (index: number) => void;
  /** Shown when there are no rows. */
  empty: ReactNode;
}
