// Follows long work while its user does other things: loads it now and then, as the connection may be down,
// updates it from the cable, and shows its progress until it ends.
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isRefused } from './api.ts';
import { createStore } from './store.ts';

interface Options<Work> {
  query: (id: number) => UseQueryOptions<Work, Error, Work, readonly unknown[]>;
  hasEnded: (work: Work) => boolean;
  show: (work: Work) => void;
}

export function createFollowing<Work>({ query, hasEnded, show }: Options<Work>) {
  const followed = createStore<readonly number[]>([]);
  const leave = (id: number) => followed.set(followed.get().filter((each) => each !== id));

  function Followed({ id }: { id: number }) {
    const { data: work, error } = useQuery(query(id));
    useEffect(() => {
      if (work !== undefined) show(work);
      if (work === undefined ? isRefused(error, 'not_found', 'forbidden') : hasEnded(work)) leave(id);
    }, [id, work, error]);
    return null;
  }

  return {
    follow(id: number) {
      if (!followed.get().includes(id)) followed.set([...followed.get(), id]);
    },
    /** Mounted in the shell; renders nothing itself. */
    Following: () => followed.use().map((id) => <Followed key={id} id={id} />),
  };
}
