// The demo's banks: they ask about payments, take them back, decide, and let cards expire. The processor then
// calls us, at once, late, twice or forged.
import { Badge, Button, Switch, Text, Title } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { NotFoundPage } from '#app/ErrorPage.tsx';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import type { SandboxCardAct } from '#contract/sandboxCardLists.ts';
import { actOnSandboxCharge, listSandboxCharges, type SandboxCharge, sendSandboxEvent } from '#contract/sandboxCards.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { cardOf, dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import classes from './SandboxChargesPage.module.css';

const actWords: Record<SandboxCardAct, string> = {
  ask: 'Only ask',
  dispute: 'Take it back',
  win: 'Decide for the company',
  lose: 'Decide for the payer',
  refund: 'Refund at the processor',
  fail_refund: 'Send the refund back',
  expire_card: 'Let the card expire',
};

export function SandboxChargesPage() {
  const page = useQuery(queryOf(listSandboxCharges));
  const [tell, setTell] = useState(true);
  const act = useSend(actOnSandboxCharge, {
    invalidates: [listSandboxCharges],
    onDone: () => notice.done(tell ? 'Done, and the processor has called' : 'Done. The processor’s call waits below'),
  });
  if (isRefused(page.error, 'not_found'))
    return (
      <main>
        <NotFoundPage />
      </main>
    );
  return (
    <main className={classes.page}>
      <Title order={1} size="h3">
        The demo’s banks
      </Title>
      <Text c="dimmed">Do what a bank or the holder of a card would do. No real money moves.</Text>
      <Switch
        label="The processor calls at once"
        description="Switched off, its calls wait: send them below, in any order"
        checked={tell}
        onChange={({ currentTarget }) => setTell(currentTarget.checked)}
      />
      {page.error && !page.data ? (
        <FailedQuery query={page} />
      ) : page.isPending ? (
        <SkeletonLines lines={6} height={28} />
      ) : page.data.data.length === 0 ? (
        <EmptyState
          icon={IconCreditCard}
          title="No charges yet"
          text="Top up a wallet by a test card: the charge then stands here."
        />
      ) : (
        <>
          <PlainTable
            label="Charges"
            rows={page.data.data}
            keyOf={({ id }) => id}
            columns={[
              { header: 'Card', cell: ({ card }) => cardOf(card) },
              { header: 'When', cell: ({ at }) => <span className="figures">{new Date(at).toLocaleString('en-US')}</span> },
              { header: 'State', cell: (charge) => <State charge={charge} /> },
              { header: 'Amount', figures: true, cell: ({ amount }) => dollarsOf(amount) },
            ]}
            actions={({ id, acts, card, amount }) => (
              <span className={classes.buttons}>
                {acts.map((what) => (
                  <Button
                    key={what}
                    size="xs"
                    variant="default"
                    disabled={act.isPending}
                    aria-label={`${actWords[what]}: ${dollarsOf(amount)} by ${cardOf(card)}`}
                    onClick={() => act.mutate({ params: { id }, body: { act: what, tell } })}
                  >
                    {actWords[what]}
                  </Button>
                ))}
              </span>
            )}
          />
          {page.data.events.length > 0 && <Events events={page.data.events} />}
        </>
      )}
    </main>
  );
}

const State = ({ charge: { state, refunds, dispute } }: { charge: SandboxCharge }) => (
  <span className={classes.buttons}>
    <Badge variant="default">{wordsOf(state)}</Badge>
    {dispute && <Badge variant="default">{`dispute: ${wordsOf(dispute.state)}`}</Badge>}
    {refunds.map((refund, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: refunds have no name here, and only grow
      <Badge key={place} variant="default">{`refund of ${dollarsOf(refund.amount)}: ${wordsOf(refund.state)}`}</Badge>
    ))}
  </span>
);

const wordsOf = (state: string) => state.replaceAll('_', ' ');

function Events({ events }: { events: { id: string; type: string; at: string }[] }) {
  const send = useSend(sendSandboxEvent, {
    onDone: ({ taken }) =>
      taken ? notice.done('The processor has called') : notice.told('Refused: the signature of this call is not right'),
  });
  const call = (id: string, forged: boolean) => send.mutate({ params: { id }, body: { forged } });
  return (
    <>
      <Title order={2} size="h4">
        Calls of the processor
      </Title>
      <PlainTable
        label="Calls of the processor"
        rows={events}
        keyOf={({ id }) => id}
        columns={[
          { header: 'About', cell: ({ type }) => type },
          { header: 'When', cell: ({ at }) => <span className="figures">{new Date(at).toLocaleString('en-US')}</span> },
        ]}
        actions={({ id, type }) => (
          <span className={classes.buttons}>
            <Button size="xs" variant="default" aria-label={`Call again: ${type}`} onClick={() => call(id, false)}>
              Call again
            </Button>
            <Button size="xs" variant="default" aria-label={`Forge the call: ${type}`} onClick={() => call(id, true)}>
              With a wrong signature
            </Button>
          </span>
        )}
      />
    </>
  );
}
