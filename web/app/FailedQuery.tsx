// A query's error in words, with its retry: `if (contact.error) return <FailedQuery query={contact} />`.
import { ErrorState } from '../ui/ErrorState.tsx';
import { ApiError } from './api.ts';
import { textOf } from './notices.tsx';

export function FailedQuery({ query }: { query: { error: Error | null; refetch: () => Promise<unknown> } }) {
  const problem = query.error instanceof ApiError ? query.error.problem : undefined;
  return (
    <ErrorState
      text={textOf(query.error)}
      request={problem?.request_id}
      denied={problem?.status === 403}
      onRetry={() => void query.refetch()}
    />
  );
}
