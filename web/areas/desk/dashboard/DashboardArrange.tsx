// The cards in their order: dragged or moved by keys, shown or hidden, wide or not. Each change is stored at once, apart from the other cards.
import { Checkbox, Text } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { invalidate, queryClient, queryOf, useSend } from '#app/queries.ts';
import { arrangeDashboardCard, type Dashboard, getDashboard } from '#contract/dashboard.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { placedAt, useSortable } from '#ui/useSortable.ts';
import classes from './DashboardPage.module.css';

type Card = Dashboard['cards'][number];
type CardChange = { size?: Card['size']; hidden?: boolean; position?: number };

export function DashboardArrange({ cards: stored, onClose }: { cards: readonly Card[]; onClose: () => void }) {
  /** As the user wants them, until all of it is stored. */
  const [wanted, setWanted] = useState<readonly Card[] | null>(null);
  const cards = wanted ?? stored;
  const send = useSend(arrangeDashboardCard);
  /** One after another: the last change must be the last one stored. */
  const saved = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const save = (next: readonly Card[], name: string, body: CardChange) => {
    setWanted(next);
    waiting.current++;
    saved.current = saved.current
      .then(() => send.mutateAsync({ params: { name }, body }))
      .then(
        (dashboard) => {
          waiting.current--;
          show(dashboard);
        },
        () => {
          waiting.current--;
          setWanted(null);
          void invalidate(getDashboard);
        },
      );
  };
  // Not as the answer comes: the screen hears of it a moment later, and would show the old order until then.
  useEffect(() => {
    if (stored && waiting.current === 0) setWanted(null);
  }, [stored]);
  const change = (name: string, part: Pick<CardChange, 'size' | 'hidden'>) =>
    save(
      cards.map((card) => (card.name === name ? { ...card, ...part } : card)),
      name,
      part,
    );
  // A row needs a number that stays while the order changes.
  const names = cards.map(({ name }) => name).toSorted();
  const rows = cards.map((card) => ({ card, id: names.indexOf(card.name) }));
  const sortable = useSortable({
    rows,
    nameOf: ({ card }) => card.title,
    onMove: (row, position) =>
      save(
        placedAt(rows, row, position).map(({ card }) => card),
        row.card.name,
        { position },
      ),
  });
  return (
    <Dialog title="Arrange the cards" size="md" onClose={onClose}>
      <ul className={classes.list}>
        {sortable.shown.map((row) => {
          const { name, title, size, hidden } = row.card;
          return (
            <li
              key={name}
              className={classes.item}
              ref={sortable.rowRef(row)}
              data-moving={row.id === sortable.movingId || undefined}
            >
              <button type="button" className={classes.handle} {...sortable.handle(row)}>
                <IconGripVertical size="1rem" stroke={1.6} aria-hidden />
              </button>
              <Checkbox
                className={classes.name ?? ''}
                label={title}
                checked={!hidden}
                onChange={(event) => change(name, { hidden: !event.currentTarget.checked })}
              />
              <Checkbox
                label="Wide"
                aria-label={`Wide: ${title}`}
                checked={size === 'wide'}
                disabled={hidden}
                onChange={(event) => change(name, { size: event.currentTarget.checked ? 'wide' : 'small' })}
              />
            </li>
          );
        })}
      </ul>
      <span className="unseen" role="status">
        {sortable.said}
      </span>
      <Text size="sm" c="dimmed" mt="sm">
        Drag a card by its handle, or press Space on it and move it with the arrow keys. Your other devices follow.
      </Text>
    </Dialog>
  );
}

const show = (dashboard: Dashboard) => queryClient.setQueryData(queryOf(getDashboard).queryKey, dashboard);
