// The board follows the calls: soon after a change, and never more often than every second.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useUpdate } from '#app/cable.ts';
import { queryOf } from '#app/queries.ts';
import { fetchBoard } from '#contract/callCentre.ts';

/** Milliseconds: between two looks after changes, and until the next one without any. */
const [soonest, latest] = [1_000, 60_000];

export function useBoard() {
  const query = useQuery({ ...queryOf(fetchBoard), staleTime: 0, refetchInterval: latest });
  const { refetch } = query;
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lookSoon = () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      void refetch({ cancelRefetch: false });
    }, soonest);
  };
  useEffect(() => () => clearTimeout(waiting.current), []);
  useUpdate('call.changed', lookSoon);
  useUpdate('call_centre.changed', lookSoon);
  return query;
}
