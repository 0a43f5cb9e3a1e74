// The contacts in view as cards, a column for each agentflow status. A column loads when it comes into sight.
import { Button, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { notice } from '#app/notices.tsx';
import type { ContactRow } from '#contract/contacts.ts';
import type { ContactsScopeInput, Filter } from '#contract/contactsScope.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { Board, BoardCard, BoardColumn, type BoardPlace } from '#ui/Board.tsx';
import { later, useEver } from '#ui/later.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { useAgentflowStatuses } from '#web/areas/crm/reference/reference.api.ts';
import { contactCountQuery, contactRowsQuery, findRow, moveRow, reachedRow } from '../contacts.api.ts';
import { useInlineEdit } from '../list/useInlineEdit.ts';

const ContactFormClash = later(() => import('../form/ContactFormClash.tsx').then((module) => module.ContactFormClash));

const noStatus: BoardPlace = { id: 'none', title: 'No agentflow status', tone: 'gray' };
const idOf = ({ id }: BoardPlace) => (id === noStatus.id ? null : Number(id));

const inColumn = (scope: ContactsScopeInput, place: BoardPlace): ContactsScopeInput => {
  const id = idOf(place);
  const filter: Filter =
    id === null
      ? { field: 'agentflow_status', operator: 'is_empty', value: null }
      : { field: 'agentflow_status', operator: 'any_of', value: [id] };
  return { ...scope, search: [...(scope.search as Filter[]), filter] };
};

export function ContactBoard({ scope }: { scope: ContactsScopeInput }) {
  const statuses = useAgentflowStatuses();
  const inline = useInlineEdit();
  const places = [noStatus, ...statuses.map(({ id, title, color }): BoardPlace => ({ id: String(id), title, tone: color }))];
  const setStatus = (row: ContactRow, from: BoardPlace, to: BoardPlace, onDone?: (row: ContactRow) => void) => {
    moveRow(row, inColumn(scope, from), inColumn(scope, to));
    inline.cells.setAgentflowStatus(row, idOf(to), onDone);
  };
  const move = (card: string, from: string, to: string) => {
    const [before, after] = [from, to].map((id) => places.find((place) => place.id === id));
    const row = findRow(Number(card));
    if (!row || !before || !after) return;
    setStatus(row, before, after, (moved) =>
      notice.done(`Moved ${row.name || formatPhone(row.phone)} to “${after.title}”`, () => setStatus(moved, after, before)),
    );
  };
  const nameOf = (_: string, id: number) => statuses.find((each) => each.id === id)?.title;
  return (
    <>
      <Board label="Contacts by agentflow status" columns={places} onMove={move}>
        {places.map((place) => (
          <Column key={place.id} place={place} scope={inColumn(scope, place)} />
        ))}
      </Board>
      <Suspense>{inline.stale && <ContactFormClash {...inline.stale} nameOf={nameOf} />}</Suspense>
    </>
  );
}

function Column({ place, scope }: { place: BoardPlace; scope: ContactsScopeInput }) {
  const { ref, inViewport } = useInViewport();
  const seen = useEver(inViewport);
  const list = useInfiniteQuery({ ...contactRowsQuery(scope), enabled: seen });
  const count = useQuery({ ...contactCountQuery(scope), enabled: seen });
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const number = count.data && `${count.data.total.toLocaleString('en-US')}${count.data.capped ? '+' : ''}`;
  return (
    <BoardColumn
      place={place}
      count={number}
      more={
        <div ref={ref}>
          {list.isPending && <SkeletonLines lines={3} height={48} />}
          {list.data && rows.length === 0 && (
            <Text c="dimmed" size="sm" ta="center" py="sm">
              No contacts
            </Text>
          )}
          {list.hasNextPage && (
            <Button
              variant="subtle"
              size="compact-sm"
              fullWidth
              loading={list.isFetchingNextPage}
              onClick={() => {
                reachedRow(rows.length);
                void list.fetchNextPage();
              }}
            >
              Show more
            </Button>
          )}
        </div>
      }
    >
      {rows.map((row) => (
        <Card key={row.id} row={row} column={place.id} />
      ))}
    </BoardColumn>
  );
}

function Card({ row, column }: { row: ContactRow; column: string }) {
  const navigate = useNavigate();
  const { id, name, phone, email, owner, limited, deleted_at } = row;
  const heading = name || formatPhone(phone) || email || 'No name';
  return (
    <BoardCard
      id={String(id)}
      name={heading}
      column={column}
      movable={!limited && !deleted_at}
      onOpen={() => {
        if (!limited) void navigate({ to: '/contacts/$id', params: { id: String(id) } });
      }}
    >
      <Text fw={500}>{heading}</Text>
      {name && phone && (
        <Text size="sm" className="figures">
          {formatPhone(phone)}
        </Text>
      )}
      {owner && (
        <Text size="xs" c="dimmed">
          {owner.name}
        </Text>
      )}
    </BoardCard>
  );
}
