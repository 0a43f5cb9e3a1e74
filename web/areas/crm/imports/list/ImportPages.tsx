import { useNavigate } from '@tanstack/react-router';
import { Pages } from '#ui/Pages.tsx';

export function ImportPages({ page, total }: { page: number; total: number | undefined }) {
  const navigate = useNavigate({ from: '/imports' });
  return <Pages page={page} total={total} onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })} />;
}
