// Payments by card, with their state; one that waits for the bank can be continued.
import { Anchor, Button, Group } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrefOf } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { downloadInvoice } from '#contract/invoices.ts';
import { listInvoices, type Payment } from '#contract/wallet.ts';
import type { DisputeState } from '#contract/walletLists.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Wallet.module.css';
import { cardOf, declineWords, dollarsOf, kindWords, stateTones, stateWords } from './wallet.labels.ts';

export function WalletPayments() {
  const { timezone } = useMe();
  const [page, setPage] = useState(1);
  const payments = useQuery(queryOf(listInvoices, { query: { page } }));
  if (payments.error && !payments.data) return <FailedQuery query={payments} />;
  if (payments.isPending) return <SkeletonLines lines={6} height={24} />;
  const { data, meta } = payments.data;
  if (data.length === 0 && page === 1)
    return <EmptyState icon={IconCreditCard} title="No payments yet" text="Top-ups and automatic refills stand here." />;
  return (
    <div className={classes.part}>
      <PlainTable
        label="Payments"
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Payment', cell: ({ kind, description }) => description || kindWords[kind] },
          { header: 'When', cell: ({ created_at }) => <span className="figures">{momentIn(timezone, created_at)}</span> },
          { header: 'Card', cell: ({ card }) => cardOf(card) },
          { header: 'State', cell: (payment) => <State payment={payment} /> },
          { header: 'Amount', figures: true, cell: ({ amount }) => dollarsOf(amount) },
          { header: 'Document', cell: (payment) => <PaymentDocument payment={payment} /> },
        ]}
      />
      {(page > 1 || meta.more) && (
        <Group gap="xs">
          <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button variant="default" size="xs" disabled={!meta.more} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </Group>
      )}
    </div>
  );
}

/** The invoice of a plan, or the receipt of a top-up. */
function PaymentDocument({ payment: { id, state, invoice_number } }: { payment: Payment }) {
  if (state !== 'succeeded') return null;
  const name = invoice_number === null ? `Receipt ${id}` : `Invoice ${invoice_number}`;
  return (
    <Anchor href={hrefOf(downloadInvoice, { params: { id } })} download={`${name}.pdf`}>
      {name}
    </Anchor>
  );
}

const disputeWords: Record<DisputeState, string> = {
  warning: 'Your bank asks about this payment. Nothing is taken so far.',
  closed: 'Your bank asked about this payment and took nothing.',
  open: 'Your bank took this payment back. Its decision is still to come.',
  lost: 'Your bank took this payment back for good.',
  won: 'Your bank took this payment back and gave it back again.',
};

const State = ({ payment: { state, failure, action_url, refunded, dispute } }: { payment: Payment }) => (
  <div>
    <StatusBadge status={{ title: stateWords[state], color: stateTones[state] }} />
    {refunded !== '0.00' && <div className={classes.reason}>{`${dollarsOf(refunded)} refunded to the card`}</div>}
    {dispute && <div className={classes.reason}>{disputeWords[dispute]}</div>}
    {failure && <div className={classes.reason}>{declineWords[failure]}</div>}
    {state === 'requires_action' && action_url && <Anchor href={action_url}>Confirm it at your bank</Anchor>}
  </div>
);
