// The pages of a short list, by number.
import { Pagination } from '@mantine/core';

export const Pages = ({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) =>
  total > 1 && (
    <Pagination
      mt="md"
      size="sm"
      total={total}
      value={page}
      onChange={onPage}
      getControlProps={(control) => ({ 'aria-label': words[control] })}
      getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
    />
  );

const words = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' };
