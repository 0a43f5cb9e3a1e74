import { Pagination } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import classes from './ImportListPage.module.css';

export function ImportPages({ page, total }: { page: number; total: number }) {
  const navigate = useNavigate({ from: '/imports' });
  return (
    <nav className={classes.foot} aria-label="Pages">
      <Pagination
        total={total}
        value={page}
        size="sm"
        onChange={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
        getControlProps={(control) => ({ 'aria-label': pageWords[control] })}
        getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
      />
    </nav>
  );
}

const pageWords = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' };
