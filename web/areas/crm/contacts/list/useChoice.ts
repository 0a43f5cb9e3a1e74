// The list's selection in React: dropped when another list is in view, since its rows are no longer seen.
import { useMemo, useRef, useState } from 'react';
import type { ContactRow } from '#contract/contacts.ts';
import type { TableSelection } from '#ui/DataTable.tsx';
import { everything, isNothing, isSelected, nothing, type Selection, toggle } from './contacts.selection.ts';

export interface Choice {
  selection: Selection;
  choose: (selection: Selection) => void;
  clear: () => void;
  table: TableSelection<ContactRow>;
  /** False if the user may not act on every row in view: then only loaded rows are selected. */
  canChooseAll: boolean;
  /** Selects the rows loaded so far. */
  chooseLoaded: () => void;
}

export function useChoice(
  scopeKey: string,
  rows: readonly ContactRow[],
  total: number | undefined,
  canChooseAll: boolean,
): Choice {
  const [state, setState] = useState({ scopeKey, selection: nothing });
  const selection = state.scopeKey === scopeKey ? state.selection : nothing;
  const choose = (next: Selection) => setState({ scopeKey, selection: next });
  const anchor = useRef(0);
  // There may be a hundred thousand rows: looks at all of them only when something changed.
  const hasAll = useMemo(
    () =>
      !isNothing(selection) &&
      rows.some(({ limited }) => !limited) &&
      rows.every(({ id, limited }, index) => limited || isSelected(selection, id, index, total)),
    [selection, rows, total],
  );
  const loaded = (): Selection => ({ mode: 'ids', ids: new Set(rows.flatMap(({ id, limited }) => (limited ? [] : id))) });

  return {
    selection,
    choose,
    clear: () => choose(nothing),
    canChooseAll,
    chooseLoaded: () => choose(loaded()),
    table: {
      isSelected: (row, index) => !row.limited && isSelected(selection, row.id, index, total),
      canSelect: (row) => !row.limited,
      onToggle: (index, range) => {
        const row = rows[index];
        if (!row || row.limited) return;
        const [from, to] = range ? [Math.min(anchor.current, index), Math.max(anchor.current, index)] : [index, index];
        const touched = rows
          .slice(from, to + 1)
          .map(({ id, limited }, offset) => ({ id, limited, index: from + offset }))
          .filter((each) => !each.limited);
        const on = range || !isSelected(selection, row.id, index, total);
        anchor.current = index;
        choose(toggle(selection, touched, on, total));
      },
      all: isNothing(selection) ? 'none' : hasAll ? 'all' : 'some',
      onToggleAll: () => choose(!isNothing(selection) ? nothing : canChooseAll ? everything : loaded()),
    },
  };
}
