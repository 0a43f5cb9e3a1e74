// Columns of cards, moved from one column to another: dragged with a mouse, by keys (Space picks a card up and puts it down, Escape puts it back),
// or from each card's menu.
import { Text, VisuallyHidden } from '@mantine/core';
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import classes from './Board.module.css';
import { Dot, type Tone } from './Dot.tsx';
import { MenuItem } from './Menu.tsx';
import { OverflowMenu } from './OverflowMenu.tsx';

export interface BoardPlace {
  id: string;
  title: string;
  tone: Tone;
}

interface Lifted {
  card: string;
  name: string;
  from: string;
  /** The column where it would be put down. */
  to: string;
}

interface Shared {
  columns: readonly BoardPlace[];
  lifted: Lifted | null;
  setLifted: (lifted: Lifted | null) => void;
  drop: (lifted: Lifted) => void;
  wanted: RefObject<{ card: string; column: string } | null>;
  focus: (card: string) => void;
  hint: string;
}
const BoardContext = createContext<Shared | null>(null);

function useBoard(): Shared {
  const shared = use(BoardContext);
  if (!shared) throw new Error('outside of a board');
  return shared;
}

/** Children are `BoardColumn`s, in the order of `columns`. */
export function Board({
  label,
  columns,
  onMove,
  children,
}: {
  label: string;
  columns: readonly BoardPlace[];
  onMove: (card: string, from: string, to: string) => void;
  children: ReactNode;
}) {
  const hint = useId();
  const root = useRef<HTMLDivElement>(null);
  const [lifted, setLifted] = useState<Lifted | null>(null);
  /** A card that was moved is another element: it takes the focus where it now is. */
  const wanted = useRef<{ card: string; column: string } | null>(null);
  const drop = ({ card, from, to }: Lifted) => {
    setLifted(null);
    if (to === from) return;
    onMove(card, from, to);
    wanted.current = { card, column: to };
  };
  const find = (card: string) => root.current?.querySelector<HTMLElement>(`[data-card="${card}"]`);
  const target = columns.find(({ id }) => id === lifted?.to);
  return (
    <BoardContext value={{ columns, lifted, setLifted, drop, wanted, focus: (card) => find(card)?.focus(), hint }}>
      <VisuallyHidden id={hint}>
        Arrow keys go from card to card. Space picks a card up; the left and right arrow keys then choose a column.
      </VisuallyHidden>
      <VisuallyHidden aria-live="assertive">
        {lifted && target && `${lifted.name}: ${target.title}, column ${columns.indexOf(target) + 1} of ${columns.length}`}
      </VisuallyHidden>
      <section ref={root} className={classes.board} aria-label={label}>
        {children}
      </section>
    </BoardContext>
  );
}

export function BoardColumn({
  place,
  count,
  children,
  more,
}: {
  place: BoardPlace;
  count: string | undefined;
  /** `BoardCard`s. */
  children: ReactNode;
  /** Below the cards. */
  more?: ReactNode;
}) {
  const { lifted, setLifted, drop } = useBoard();
  const heading = useId();
  const { id, title, tone } = place;
  const isTarget = lifted?.to === id && lifted.from !== id;
  return (
    <section
      className={classes.column}
      aria-labelledby={heading}
      data-column={id}
      data-target={isTarget || undefined}
      onDragOver={(event) => {
        if (!lifted) return;
        event.preventDefault(); // a drop is welcome
        if (lifted.to !== id) setLifted({ ...lifted, to: id });
      }}
      onDrop={(event) => {
        event.preventDefault();
        if (lifted) drop({ ...lifted, to: id });
      }}
    >
      <h2 className={classes.heading}>
        <Dot tone={tone} />
        <span id={heading} className={classes.title}>
          {title}
        </span>
        <Text span c="dimmed" size="sm" className="figures">
          {count}
        </Text>
      </h2>
      <div className={classes.cards}>
        <ul className={classes.list}>{children}</ul>
        {more}
      </div>
    </section>
  );
}

export function BoardCard({
  id,
  name,
  column,
  movable,
  onOpen,
  children,
}: {
  id: string;
  name: string;
  /** The column's id. */
  column: string;
  movable: boolean;
  onOpen: () => void;
  children: ReactNode;
}) {
  const { columns, lifted, setLifted, drop, wanted, focus, hint } = useBoard();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (wanted.current?.card !== id || wanted.current.column !== column) return;
    wanted.current = null;
    element.current?.focus();
  }, [wanted, id, column]);
  const mine = lifted?.card === id;
  const lift = () => setLifted({ card: id, name, from: column, to: column });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return; // its menu has keys of its own
    const taken = mine && lifted ? liftedKeys(event.key, lifted) : restingKeys(event.key, event.currentTarget);
    if (taken) event.preventDefault();
  };
  const liftedKeys = (key: string, held: Lifted): boolean => {
    const place = columns.findIndex((each) => each.id === held.to);
    const next = key === 'ArrowRight' ? columns[place + 1] : key === 'ArrowLeft' ? columns[place - 1] : undefined;
    if (next) {
      setLifted({ ...held, to: next.id });
      document.querySelector(`[data-column="${next.id}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (key === ' ' || key === 'Enter') drop(held);
    else if (key === 'Escape') setLifted(null);
    return key !== 'Tab';
  };
  const restingKeys = (key: string, card: HTMLElement): boolean => {
    if (key === 'Enter') onOpen();
    else if (key === ' ') movable && lift();
    else if (key.startsWith('Arrow')) {
      const to = neighbour(card, key);
      if (to) focus(to);
    } else return false;
    return true;
  };
  return (
    <li>
      {/* biome-ignore lint/a11y/useSemanticElements: a button cannot have a menu inside */}
      <div
        ref={element}
        role="button"
        tabIndex={0}
        className={classes.card}
        data-card={id}
        data-lifted={mine || undefined}
        aria-describedby={movable ? hint : undefined}
        draggable={movable}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', name);
          event.dataTransfer.effectAllowed = 'move';
          lift();
        }}
        onDragEnd={() => setLifted(null)}
        onClick={onOpen}
        onKeyDown={onKeyDown}
        onBlur={() => mine && setLifted(null)}
      >
        {children}
      </div>
      {movable && (
        <div className={classes.menu}>
          <OverflowMenu label={`Move ${name}`}>
            {columns
              .filter((each) => each.id !== column)
              .map((each) => (
                <MenuItem
                  key={each.id}
                  leftSection={<Dot tone={each.tone} />}
                  onClick={() => drop({ card: id, name, from: column, to: each.id })}
                >
                  {each.title}
                </MenuItem>
              ))}
          </OverflowMenu>
        </div>
      )}
    </li>
  );
}

/** The card above, below, or at the same place of the column beside. */
function neighbour(card: HTMLElement, key: string): string | undefined {
  const column = card.closest('[data-column]');
  const cardsOf = (element: Element | null | undefined) => [...(element?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
  const cards = cardsOf(column);
  const place = cards.indexOf(card);
  if (key === 'ArrowDown' || key === 'ArrowUp') return cards[place + (key === 'ArrowDown' ? 1 : -1)]?.dataset.card;
  const all = [...(column?.parentElement?.querySelectorAll('[data-column]') ?? [])];
  const from = all.indexOf(column as Element);
  const beside = key === 'ArrowRight' ? all.slice(from + 1) : all.slice(0, from).reverse();
  const filled = beside.map(cardsOf).find(({ length }) => length > 0) ?? [];
  return (filled[place] ?? filled.at(-1))?.dataset.card;
}
