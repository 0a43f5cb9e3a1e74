// Rows sorted by hand: dragged by their handle, or moved by keys (Space picks a row up and drops it, Escape cancels).
import { type KeyboardEvent, type PointerEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

interface Moving {
  id: number;
  /** Its position during the move. */
  to: number;
  by: 'pointer' | 'keys';
}

interface Sortable<Row> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** The row was dropped at another position, from 0. */
  onMove: (row: Row, to: number) => void;
}

export function useSortable<Row extends { id: number }>({ rows, nameOf, onMove }: Sortable<Row>) {
  const [moving, setMoving] = useState<Moving | null>(null);
  /** The last event, for a screen reader. */
  const [said, setSaid] = useState('');
  const elements = useRef(new Map<number, HTMLElement>());
  const handles = useRef(new Map<number, HTMLElement>());
  const moved = rows.find(({ id }) => id === moving?.id);
  const shown = moving && moved ? placedAt(rows, moved, moving.to) : rows;

  const moveTo = (place: number) => {
    if (!moving || !moved) return;
    const to = Math.min(Math.max(place, 0), rows.length - 1);
    if (to === moving.to) return;
    setMoving({ ...moving, to });
    setSaid(`${nameOf(moved)}: place ${to + 1} of ${rows.length}`);
  };
  const setDown = () => {
    if (!moving || !moved) return;
    setMoving(null);
    setSaid(`${nameOf(moved)} stands at place ${moving.to + 1}`);
    if (rows.indexOf(moved) !== moving.to) onMove(moved, moving.to);
  };
  const putBack = () => {
    setMoving(null);
    if (moved) setSaid(`${nameOf(moved)} stays where it was`);
  };

  const follow = useEffectEvent((event: globalThis.PointerEvent) => {
    const over = shown.findIndex(({ id }) => {
      const box = elements.current.get(id)?.getBoundingClientRect();
      return box !== undefined && event.clientY < box.bottom;
    });
    moveTo(over === -1 ? rows.length - 1 : over);
  });
  const release = useEffectEvent((event: globalThis.PointerEvent) => (event.type === 'pointerup' ? setDown() : putBack()));
  const dragged = moving?.by === 'pointer';
  useLayoutEffect(() => {
    if (!dragged) return;
    const onMoveEvent = (event: globalThis.PointerEvent) => follow(event);
    const onEnd = (event: globalThis.PointerEvent) => release(event);
    addEventListener('pointermove', onMoveEvent);
    addEventListener('pointerup', onEnd);
    addEventListener('pointercancel', onEnd);
    return () => {
      removeEventListener('pointermove', onMoveEvent);
      removeEventListener('pointerup', onEnd);
      removeEventListener('pointercancel', onEnd);
    };
  }, [dragged]);

  // A row that changes its place in the DOM loses the focus.
  const [movedId, movedTo] = [moving?.id, moving?.to];
  useLayoutEffect(() => {
    if (movedId !== undefined && movedTo !== undefined) handles.current.get(movedId)?.focus();
  }, [movedId, movedTo]);

  const onKeyDown = (event: KeyboardEvent, row: Row) => {
    const isMoving = moving?.by === 'keys' && moving.id === row.id;
    const place = moving?.to ?? 0;
    const acts: Record<string, (() => void) | undefined> = isMoving
      ? {
          ' ': setDown,
          Enter: setDown,
          Escape: putBack,
          ArrowUp: () => moveTo(place - 1),
          ArrowDown: () => moveTo(place + 1),
          Home: () => moveTo(0),
          End: () => moveTo(rows.length - 1),
        }
      : { ' ': () => takeUp(row, 'keys'), Enter: () => takeUp(row, 'keys') };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const takeUp = (row: Row, by: Moving['by']) => {
    setMoving({ id: row.id, to: rows.indexOf(row), by });
    setSaid(`${nameOf(row)} taken up. Arrows move it, Space sets it down, Escape puts it back`);
  };

  return {
    shown,
    said,
    movingId: moving?.id ?? null,
    rowRef: (row: Row) => (element: HTMLElement | null) => void (element ? elements.current.set(row.id, element) : undefined),
    handle: (row: Row) => ({
      ref: (element: HTMLElement | null) => void (element ? handles.current.set(row.id, element) : undefined),
      'aria-label': `Move ${nameOf(row)}`,
      'aria-pressed': moving?.id === row.id,
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, row),
      onBlur: () => moving?.by === 'keys' && moving.id === row.id && document.hasFocus() && settle(row),
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0) takeUp(row, 'pointer');
      },
    }),
  };

  /** The focus went elsewhere by itself: the row stays where it is. A row that only moved gets it back. */
  function settle(row: Row) {
    setTimeout(() => {
      if (document.activeElement !== handles.current.get(row.id)) setMoving((now) => (now?.id === row.id ? null : now));
    });
  }
}

export function placedAt<Row>(rows: readonly Row[], row: Row, to: number): Row[] {
  const others = rows.filter((other) => other !== row);
  others.splice(to, 0, row);
  return others;
}
