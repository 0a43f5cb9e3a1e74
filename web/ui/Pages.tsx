// The pages of a list, below it; nothing if there is only one.
import { Pagination } from '@mantine/core';
import classes from './Pages.module.css';

export function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  if (total < 2) return null;
  return (
    <nav className={classes.pages} aria-label="Pages">
      <Pagination
        total={total}
        value={page}
        size="sm"
        onChange={onPage}
        getControlProps={(control) => ({ 'aria-label': words[control] })}
        getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
      />
    </nav>
  );
}

const words = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' };
