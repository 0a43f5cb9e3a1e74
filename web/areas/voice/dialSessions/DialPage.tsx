// A dial session: the contact whose turn it is, the call, how it went, and the next one.
import { IconPhoneOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ApiError } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { DialResults } from './DialResults.tsx';
import { DialWork } from './DialWork.tsx';
import { sessionQuery, useSessionUpdates } from './dialSessions.api.ts';

export function DialPage() {
  const { id } = useParams({ from: '/shell/dial/$id' });
  return <OneSession key={id} id={Number(id) || 0} />;
}

function OneSession({ id }: { id: number }) {
  const session = useQuery({ ...sessionQuery(id), staleTime: 0 });
  useSessionUpdates(session.data?.current?.contact_id);
  const status = session.error instanceof ApiError ? session.error.problem.status : 0;
  if (status === 404 || status === 422)
    return (
      <EmptyState
        icon={IconPhoneOff}
        heading="h1"
        title="This dial session does not exist"
        text="It may be someone else’s, or it was long ago."
      >
        <Link to="/dial">Go to your dial sessions</Link>
      </EmptyState>
    );
  if (session.data)
    return session.data.state === 'ended' ? <DialResults session={session.data} /> : <DialWork session={session.data} />;
  return session.error ? <FailedQuery query={session} /> : <SkeletonLines lines={10} height={28} />;
}
