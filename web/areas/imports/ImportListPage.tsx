import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { listImportAttempts } from '#contract/imports.ts';
import { FailedQuery } from '../../app/FailedQuery.tsx';
import { queryOf } from '../../app/queries.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

export function ImportListPage() {
  const { tab, page } = useSearch({ from: '/shell/imports' });
  const attempts = useQuery(queryOf(listImportAttempts, { query: { tab, page } }));
  if (attempts.error) return <FailedQuery query={attempts} />;
  return <PageHeader title="Imports" aside={attempts.data?.meta.total_count.toLocaleString()} />;
}
