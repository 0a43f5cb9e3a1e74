// All payments by card in the company: who paid what, what was refunded, and what banks took back.
import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCreditCard } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type CompanyPayment, listPayments } from '#contract/payments.ts';
import type { PaymentShow } from '#contract/walletLists.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { dayIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { cardOf, declineWords, dollarsOf, kindWords, stateTones, stateWords } from '#web/areas/money/wallet/wallet.labels.ts';
import classes from './Payments.module.css';
import { sayDispute, sayRefund, showWords } from './payments.labels.ts';

const RefundDialog = later(() => import('./RefundDialog.tsx').then((module) => module.RefundDialog));

export function PaymentsPage() {
  const { timezone } = useMe();
  const { show, page } = useSearch({ from: '/shell/admin/payments' });
  const navigate = useNavigate({ from: '/admin/payments' });
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const [chosen, setChosen] = useState<CompanyPayment>();
  const payments = useQuery({ ...queryOf(listPayments, { query: { q, show, page } }), placeholderData: keepPreviousData });
  const rows = payments.data?.data ?? [];
  return (
    <>
      <PageHeader title="Payments" />
      <div className={classes.page}>
        <div className={classes.filters}>
          <TextInput
            label="Who paid"
            type="search"
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              if (page > 1) void navigate({ search: { show } });
            }}
          />
          <Select
            label="Show"
            allowDeselect={false}
            value={show}
            data={Object.entries(showWords).map(([value, label]) => ({ value, label }))}
            onChange={(next) => next && void navigate({ search: { show: next as PaymentShow } })}
          />
        </div>
        {payments.error && !payments.data ? (
          <FailedQuery query={payments} />
        ) : payments.isPending ? (
          <SkeletonLines lines={8} height={28} />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={IconCreditCard}
            title="No payments"
            text={q || show !== 'all' ? 'Nothing fits this choice.' : 'What people pay by card stands here.'}
          />
        ) : (
          <PlainTable
            label="Payments"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { header: 'Who', cell: ({ user }) => user.name },
              {
                header: 'Payment',
                cell: (payment) => <What payment={payment} />,
              },
              { header: 'When', cell: ({ created_at }) => <span className="figures">{dayIn(timezone, created_at)}</span> },
              { header: 'State', cell: (payment) => <State payment={payment} /> },
              { header: 'Amount', figures: true, cell: ({ amount }) => dollarsOf(amount) },
            ]}
            actions={(payment) =>
              payment.refundable !== '0.00' && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Refund ${dollarsOf(payment.amount)} of ${payment.user.name}`}
                  onClick={() => setChosen(payment)}
                >
                  Refund
                </Button>
              )
            }
          />
        )}
        {payments.data && (
          <Pages
            page={page}
            total={payments.data.meta.total_pages}
            onPage={(next) => void navigate({ search: { show, page: next } })}
          />
        )}
      </div>
      <Suspense>{chosen && <RefundDialog payment={chosen} onClose={() => setChosen(undefined)} />}</Suspense>
    </>
  );
}

const What = ({ payment: { kind, description, card } }: { payment: CompanyPayment }) => (
  <>
    <div>{description || kindWords[kind]}</div>
    <div className={classes.more}>{cardOf(card)}</div>
  </>
);

function State({
  payment: { state, failure, refunds, dispute, kind, refundable, refunded, amount },
}: {
  payment: CompanyPayment;
}) {
  const { timezone } = useMe();
  const isSpent = state === 'succeeded' && !dispute && kind !== 'invoice' && refundable === '0.00' && refunded !== amount;
  return (
    <>
      <StatusBadge status={{ title: stateWords[state], color: stateTones[state] }} />
      {failure && <div className={classes.more}>{declineWords[failure]}</div>}
      {dispute && <div className={classes.more}>{sayDispute(dispute, timezone)}</div>}
      {refunds.map((refund) => (
        <div key={refund.id} className={classes.more}>
          {sayRefund(refund, timezone)}
        </div>
      ))}
      {isSpent && <div className={classes.more}>Spent, so nothing can be refunded</div>}
    </>
  );
}
