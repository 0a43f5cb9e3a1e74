import { Badge, Button } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { type Card, type cardReturns, deleteCard, listCards, updateCard } from '#contract/cards.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Wallet.module.css';
import { useConnectCard, walletCalls } from './wallet.api.ts';
import { cardWords } from './wallet.labels.ts';

const wordsOf = ({ brand, last4 }: Card) => cardWords(brand, last4);

export function WalletCards({ returnTo = '/wallet' }: { returnTo?: (typeof cardReturns)[number] }) {
  const cards = useQuery(queryOf(listCards));
  const { connect, busy } = useConnectCard(returnTo);
  const [leaving, setLeaving] = useState<Card>();
  const choose = useSend(updateCard, {
    invalidates: walletCalls,
    onDone: (card) => notice.done(`${wordsOf(card)} pays from now on`),
  });
  const remove = useSend(deleteCard, {
    invalidates: walletCalls,
    onDone: () => {
      setLeaving(undefined);
      notice.done('Removed the card');
    },
  });
  if (cards.error && !cards.data) return <FailedQuery query={cards} />;
  if (cards.isPending) return <SkeletonLines lines={3} height={24} />;
  const { data } = cards.data;
  return (
    <div className={classes.part}>
      {data.length === 0 ? (
        <EmptyState
          icon={IconCreditCard}
          title="No cards yet"
          text="You enter a card on a page of the card processor. We never see its number."
        />
      ) : (
        <PlainTable
          label="Cards"
          rows={data}
          keyOf={({ id }) => id}
          columns={[
            {
              header: 'Card',
              cell: (card) => (
                <span className={classes.card}>
                  {wordsOf(card)}
                  {card.is_default && <Badge variant="default">Default</Badge>}
                </span>
              ),
            },
            {
              header: 'Valid until',
              cell: ({ expires, expired }) => <span className="figures">{expired ? `${expires}, expired` : expires}</span>,
            },
          ]}
          actions={(card) => (
            <span className={classes.card}>
              {!card.is_default && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Pay with it: ${wordsOf(card)}`}
                  onClick={() => choose.mutate({ params: { id: card.id }, body: { is_default: true } })}
                >
                  Pay with it
                </Button>
              )}
              <Button size="xs" variant="default" aria-label={`Remove ${wordsOf(card)}`} onClick={() => setLeaving(card)}>
                Remove
              </Button>
            </span>
          )}
        />
      )}
      <div>
        <Button variant="default" loading={busy} onClick={connect}>
          {data.length === 0 ? 'Enter a card' : 'Connect another card'}
        </Button>
      </div>
      <ConfirmDialog
        opened={leaving !== undefined}
        title="Remove the card?"
        action="Remove the card"
        busy={remove.isPending}
        onConfirm={() => leaving && remove.mutate({ params: { id: leaving.id } })}
        onClose={() => setLeaving(undefined)}
      >
        {leaving && `${wordsOf(leaving)} is not charged any more. To use it again, you have to enter it again.`}
      </ConfirmDialog>
    </div>
  );
}
