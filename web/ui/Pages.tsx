// The pages of a list, below it; nothing if there is only one.
import { Pagination } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import classes from './Pages.module.css';

interface Props {
  page: number;
  /** Undefined until the list is loaded. */
  total: number | undefined;
  onPage: (page: number) => void;
}

/** Goes to the last page where the list has become shorter. */
export function Pages({ page, total, onPage }: Props) {
  const last = total === undefined ? page : Math.max(1, total);
  const turn = useEffectEvent(() => onPage(last));
  useEffect(() => {
    if (page > last) turn();
  }, [page, last]);
  if (total === undefined || total < 2) return null;
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
