// The effect of another manager: names the people who will see more or fewer contacts, and how many.
import { Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { isRefused } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import { queryOf } from '#app/queries.ts';
import { type MovePreview, previewMove } from '#contract/downline.ts';
import type { Person } from '#contract/users.ts';
import { FormError } from '#ui/FormError.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { counted, namesOf } from './userAdmin.labels.ts';

export interface Move {
  person: Person;
  /** Null: the top. */
  to: Person | null;
}

export const useMovePreview = ({ person, to }: Move) =>
  useQuery({
    ...queryOf(previewMove, { params: { id: person.id }, query: to ? { manager_id: to.id } : {} }),
    staleTime: 0,
    retry: false,
  });

export function MoveEffect({ preview: { data, error, isPending } }: { preview: UseQueryResult<MovePreview> }) {
  if (isPending) return <SkeletonLines lines={3} />;
  if (!data)
    return (
      <FormError>
        {isRefused(error, 'invalid', 'users.circle') ? textOf(error) : 'The effect could not be worked out. Try again.'}
      </FormError>
    );
  const { people, contacts, gained, lost } = data;
  const these = counted(contacts, 'contact');
  return (
    <div>
      {people > 1 && (
        <Text>
          {counted(people - 1, 'person', 'people')} below {people === 2 ? 'moves' : 'move'} too.
        </Text>
      )}
      {gained.length > 0 && (
        <Text>
          {namesOf(gained)} will see {these} more.
        </Text>
      )}
      {lost.length > 0 && (
        <Text>
          {namesOf(lost)} will no longer see {these}.
        </Text>
      )}
      {gained.length + lost.length === 0 && <Text>Everyone will see the same contacts as now.</Text>}
    </div>
  );
}

/** In a form, below the choice of the manager. */
export const MoveNote = (move: Move) => (
  <div role="status">
    <MoveEffect preview={useMovePreview(move)} />
  </div>
);
