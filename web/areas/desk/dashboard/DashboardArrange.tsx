// The cards in their order: dragged or moved by keys, shown or hidden, wide or not. Each change is stored at once.
import { Checkbox, Text } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { queryClient, queryOf, useSend } from '#app/queries.ts';
import { arrangeDashboard, type Dashboard, getDashboard } from '#contract/dashboard.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { placedAt, useSortable } from '#ui/useSortable.ts';
import classes from './DashboardPage.module.css';

type Card = Dashboard['cards'][number];

export function DashboardArrange({ cards: stored, onClose }: { cards: readonly Card[]; onClose: () => void }) {
  const [cards, setCards] = useState(stored);
  const send = useSend(arrangeDashboard, { onDone: show });
  /** One after another: the last change must be the last one stored. */
  const saved = useRef<Promise<unknown>>(Promise.resolve());
  const save = (next: readonly Card[]) => {
    setCards(next);
    const body = { cards: next.map(({ name, size, hidden }) => ({ name, size, hidden })) };
    saved.current = saved.current.then(() => send.mutateAsync({ body })).catch(() => setCards(stored));
  };
  const change = (name: string, part: Partial<Card>) =>
    save(cards.map((card) => (card.name === name ? { ...card, ...part } : card)));
  // A row needs a number that stays while the order changes.
  const names = cards.map(({ name }) => name).toSorted();
  const rows = cards.map((card) => ({ card, id: names.indexOf(card.name) }));
  const sortable = useSortable({
    rows,
    nameOf: ({ card }) => card.title,
    onMove: (row, to) => save(placedAt(rows, row, to).map(({ card }) => card)),
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
