// The table's head: order by a column, and widths that the user drags or sets with the arrow keys.
// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual, a <table> would have to hold them all
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { CSSProperties, PointerEvent } from 'react';
import classes from './DataTable.module.css';
import type { Column, DataTableProps } from './tableProps.ts';

export function Head<Row>({ columns, selection, order, onOrder, onResize, card }: DataTableProps<Row>) {
  return (
    <div role="row" aria-rowindex={1} className={classes.head}>
      {selection && (
        <div role="columnheader" className={classes.check}>
          <label className={classes.target}>
            <input
              type="checkbox"
              aria-label="Select all"
              checked={selection.all === 'all'}
              ref={(input) => {
                if (input) input.indeterminate = selection.all === 'some';
              }}
              onChange={selection.onToggleAll}
            />
          </label>
        </div>
      )}
      {columns.map((column, place) => {
        const { key, header, align, orderField } = column;
        const sorted = orderField !== undefined && order?.field === orderField ? order.direction : undefined;
        if (card && !orderField) return null;
        return (
          <div
            key={key}
            role="columnheader"
            {...(onResize && { 'aria-label': header })} // else its name holds that of the handle
            className={classes.heading}
            data-align={align}
            {...(orderField && { 'aria-sort': sorted === 'ASC' ? 'ascending' : sorted === 'DESC' ? 'descending' : 'none' })}
          >
            {orderField && onOrder ? (
              <button type="button" className={classes.order} onClick={() => onOrder(orderField)}>
                {header}
                {sorted === 'ASC' && <IconChevronUp size="0.9rem" aria-hidden />}
                {sorted === 'DESC' && <IconChevronDown size="0.9rem" aria-hidden />}
              </button>
            ) : (
              <span className={classes.header}>{header}</span>
            )}
            {onResize && !card && <Resizer column={column} place={place} onResize={onResize} />}
          </div>
        );
      })}
    </div>
  );
}

const [narrowest, widest, step] = [4, 40, 1];
const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
/** In rem, as it is on screen: an unset column may be wider than its least width. */
const widthOf = (handle: HTMLElement) => (handle.parentElement?.offsetWidth ?? 0) / rem();
const within = (rem: number) => Math.min(Math.max(Math.round(rem * 4) / 4, narrowest), widest);

/** Double click or Home: the width as it was. Leaves the table's rows alone while it is dragged. */
function Resizer<Row>({
  column: { key, header, width, resized },
  place,
  onResize,
}: {
  column: Column<Row>;
  place: number;
  onResize: (key: string, width: number | null) => void;
}) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const table = handle.closest<HTMLElement>('[role="grid"]');
    const start = widthOf(handle);
    let next: number | undefined;
    const move = ({ clientX }: globalThis.PointerEvent) => {
      next = within(start + (clientX - event.clientX) / rem());
      for (const part of ['least', 'most']) table?.style.setProperty(`--${part}-${place}`, `${next}rem`);
    };
    const end = () => {
      handle.removeEventListener('pointermove', move);
      if (next !== undefined) onResize(key, next);
    };
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', end, { once: true });
  };
  return (
    <hr
      tabIndex={0}
      className={classes.resizer}
      aria-orientation="vertical"
      aria-label={`Width of ${header}`}
      aria-valuenow={resized ?? width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      onPointerDown={drag}
      onDoubleClick={() => onResize(key, null)}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
        if (by === undefined && event.key !== 'Home') return;
        event.preventDefault();
        event.stopPropagation();
        onResize(key, by === undefined ? null : within(widthOf(event.currentTarget) + by));
      }}
    />
  );
}

/** Each column has its least and its most width as variables: dragging changes these two alone. */
export function measuresOf<Row>(columns: readonly Column<Row>[], selectable: boolean): CSSProperties {
  const check = selectable ? '2.5rem' : '0rem';
  const variables: Record<string, string> = {
    '--columns': `${selectable ? `${check} ` : ''}${columns.map((_, place) => `minmax(var(--least-${place}), var(--most-${place}))`).join(' ')}`,
    '--table-width': `calc(${[check, ...columns.map((_, place) => `var(--least-${place})`)].join(' + ')})`,
  };
  columns.forEach(({ width, resized }, place) => {
    variables[`--least-${place}`] = `${resized ?? width}rem`;
    variables[`--most-${place}`] = resized !== undefined ? `${resized}rem` : `${place === 0 ? 1.6 : Math.max(1, width / 10)}fr`;
  });
  return variables;
}
