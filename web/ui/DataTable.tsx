// The one table: virtual rows, sticky head and first column, one tab stop with a row in focus, cards on a phone.
// Keys on the grid: arrows, page up and down, home, end; space selects, shift extends; enter opens.
// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual, a <table> would have to hold them all
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row
import { useElementSize } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import classes from './DataTable.module.css';
import { Head, measuresOf } from './DataTableHead.tsx';
import { SkeletonRow, TableRow } from './DataTableRow.tsx';
import type { DataTableProps } from './tableProps.ts';

export type { Column, DataTableProps, TableSelection } from './tableProps.ts';

const extraRows = 6;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, columns, selection, card, active, hasMore = false, onMore, loading = false, label } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: headRef, height } = useElementSize<HTMLDivElement>();
  const headHeight = height || 38;
  const rowHeight = headHeight * (card ? card.rows : 1);
  const virtual = useVirtualizer({
    count: rows.length + (hasMore ? extraRows : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6, // rendered in advance, so that scrolling need not wait
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured anew when their height changes
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const more = useEffectEvent(() => onMore?.());
  const wantsMore = hasMore && last >= rows.length - 40;
  useEffect(() => {
    if (wantsMore && rows.length > 0) more();
  }, [wantsMore, rows.length]);
  const reach = useEffectEvent((index: number) => props.onReach?.(index));
  useEffect(() => reach(last), [last]);
  // Not scrollToIndex, which reads the layout again and again: all rows have one height.
  const scrollTo = useEffectEvent((index: number) => {
    const { scrollOffset, scrollRect } = virtual;
    if (index >= rows.length || !scroller.current || scrollOffset === null || !scrollRect) return;
    const top = index * rowHeight;
    const bottom = top + rowHeight - (scrollRect.height - headHeight);
    if (top < scrollOffset) scroller.current.scrollTop = top;
    else if (bottom > scrollOffset) scroller.current.scrollTop = bottom;
  });
  useEffect(() => scrollTo(active), [active]);

  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const onActive = useCallback((index: number) => latest.current.onActive(index), []);
  const onToggle = useCallback((index: number, range: boolean) => latest.current.selection?.onToggle(index, range), []);

  if (rows.length === 0 && !loading && !hasMore) return props.empty;

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={props.total === undefined ? -1 : props.total + 1}
      aria-colcount={columns.length + (selection ? 1 : 0)}
      aria-multiselectable={selection ? true : undefined}
      aria-activedescendant={rows[active] && items.some(({ index }) => index === active) ? `${id}-${active}` : undefined}
      aria-busy={loading || props.stale}
      tabIndex={0}
      className={classes.scroller}
      data-cards={card ? true : undefined}
      data-stale={props.stale || undefined}
      style={measuresOf(columns, selection !== undefined)}
      onKeyDown={(event) => moveByKey(event, props)}
    >
      <div role="rowgroup" className={classes.headGroup} ref={headRef}>
        <Head {...props} />
      </div>
      <div role="rowgroup" className={classes.body} style={{ height: loading ? undefined : virtual.getTotalSize() }}>
        {loading
          ? Array.from({ length: 16 }, (_, index) => (
              <SkeletonRow
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no identity
                key={index}
                columns={columns}
                selectable={selection !== undefined}
                height={rowHeight}
                seed={index}
              />
            ))
          : items.map(({ index, start }) => {
              const row = rows[index];
              return row === undefined ? (
                <SkeletonRow
                  key={`more-${index}`}
                  columns={columns}
                  selectable={selection !== undefined}
                  height={rowHeight}
                  seed={index}
                  top={start}
                />
              ) : (
                <TableRow
                  key={props.rowId(row)}
                  id={`${id}-${index}`}
                  row={row}
                  name={props.nameOf(row)}
                  index={index}
                  top={start}
                  height={rowHeight}
                  active={index === active}
                  selected={selection?.isSelected(row, index)}
                  canSelect={selection?.canSelect?.(row) ?? true}
                  muted={props.muted?.(row) ?? false}
                  onActive={onActive}
                  onToggle={onToggle}
                  columns={columns}
                  card={card}
                  actions={props.actions}
                />
              );
            })}
      </div>
    </div>
  );
}

function moveByKey<Row>(event: KeyboardEvent<HTMLDivElement>, props: DataTableProps<Row>) {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
  const { rows, active, onActive, onOpen, selection } = props;
  const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / 38) - 2);
  const moves: Record<string, number> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: rows.length - 1,
  };
  const to = moves[event.key];
  if (to !== undefined) {
    const next = Math.min(Math.max(to, 0), rows.length - 1);
    onActive(next);
    if (event.shiftKey && selection && next !== active) {
      const row = rows[active];
      if (row !== undefined && !selection.isSelected(row, active)) selection.onToggle(active, false);
      selection.onToggle(next, true);
    }
  } else if (event.key === ' ') selection?.onToggle(active, event.shiftKey);
  else if (event.key === 'Enter') {
    const row = rows[active];
    if (row !== undefined) onOpen?.(row);
  } else return;
  event.preventDefault();
}
