import { Select } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { oneOf } from '#app/parsers.ts';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listTransactions, type Transaction } from '#contract/wallet.ts';
import { transactionFilters } from '#contract/walletLists.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Wallet.module.css';
import { cardOf, dollarsOf, filterWords, kindWords, usageWords } from './wallet.labels.ts';

export function WalletHistory() {
  const { timezone } = useMe();
  const { filter: said, page } = useSearch({ from: '/shell/wallet' });
  const filter = oneOf(transactionFilters)(said) ?? 'all';
  const navigate = useNavigate({ from: '/wallet' });
  const history = useQuery({
    ...queryOf(listTransactions, { query: { page, filter } }),
    placeholderData: keepPreviousData,
  });
  const rows = history.data?.data ?? [];
  return (
    <div className={classes.part}>
      <Select
        label="Show"
        className={classes.filter ?? ''}
        allowDeselect={false}
        value={filter}
        data={Object.entries(filterWords).map(([value, label]) => ({ value, label }))}
        onChange={(next) => next && void navigate({ search: { filter: next } })}
      />
      {history.error && !history.data ? (
        <FailedQuery query={history} />
      ) : history.isPending ? (
        <SkeletonLines lines={8} height={24} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={IconWallet}
          title="Nothing here yet"
          text={filter === 'all' ? 'Top up the wallet: what comes and goes then stands here.' : 'Nothing fits this choice.'}
        />
      ) : (
        <PlainTable
          label="History"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { header: 'What', cell: whatOf },
            { header: 'Note', cell: ({ note }) => noteWords(note) },
            { header: 'When', cell: ({ made_at }) => <span className="figures">{momentIn(timezone, made_at)}</span> },
            { header: 'Amount', figures: true, cell: ({ amount }) => dollarsOf(amount) },
          ]}
        />
      )}
      <Pages
        page={page}
        total={history.data?.pagination.total_pages}
        onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
      />
    </div>
  );
}

/** `12 × Text`, `Given by Ana Reyes`. */
function whatOf({ kind, usage_type, quantity, person, amount }: Transaction): string {
  if (usage_type) return `${(quantity ?? 1).toLocaleString('en-US')} × ${usageWords[usage_type]}`;
  if (!person) return kindWords[kind];
  const left = amount.startsWith('-');
  if (kind === 'allocate') return left ? `Given to ${person.name}` : `Given by ${person.name}`;
  return left ? `Taken back by ${person.name}` : `Taken back from ${person.name}`;
}

/** A top-up without a description says its card: `visa 4242`. */
const noteWords = (note: string) => (/^[a-z]+ \d{4}$/.test(note) ? cardOf(note) : note);
