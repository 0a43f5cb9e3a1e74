// The user's prepaid wallet: what is there, what it was spent on, and how it is filled.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { getWallet, type Wallet } from '#contract/wallet.ts';
import { FormError } from '#ui/FormError.tsx';
import { later } from '#ui/later.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { StatTile } from '#ui/StatTile.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { useReturn } from './useReturn.ts';
import classes from './Wallet.module.css';
import { WalletRefill } from './WalletRefill.tsx';
import { useConnectCard, useWalletChanges } from './wallet.api.ts';
import { balanceOf, dollarsOf } from './wallet.labels.ts';

const TopUpDialog = later(() => import('./TopUpDialog.tsx').then((module) => module.TopUpDialog));
const AllocateDialog = later(() => import('./AllocateDialog.tsx').then((module) => module.AllocateDialog));

const WalletHistory = later(() => import('./WalletHistory.tsx').then((module) => module.WalletHistory));
const WalletUse = later(() => import('./WalletUse.tsx').then((module) => module.WalletUse));
const WalletPayments = later(() => import('./WalletPayments.tsx').then((module) => module.WalletPayments));
const WalletCards = later(() => import('./WalletCards.tsx').then((module) => module.WalletCards));

const tabs = {
  history: { word: 'History', part: WalletHistory },
  use: { word: 'Use and prices', part: WalletUse },
  payments: { word: 'Payments', part: WalletPayments },
  cards: { word: 'Cards', part: WalletCards },
};

export function WalletPage() {
  const { tab } = useSearch({ from: '/shell/wallet' });
  const navigate = useNavigate({ from: '/wallet' });
  const wallet = useQuery(queryOf(getWallet));
  useWalletChanges();
  useReturn();
  return (
    <>
      <PageHeader title="Wallet">{wallet.data && <Actions wallet={wallet.data} />}</PageHeader>
      <div className={classes.page}>
        {wallet.error && !wallet.data ? (
          <FailedQuery query={wallet} />
        ) : wallet.isPending ? (
          <SkeletonLines lines={5} height={28} />
        ) : (
          <>
            <Owed owed={wallet.data.owed} />
            <Figures wallet={wallet.data} />
            <WalletRefill wallet={wallet.data} />
            <Tabs label="About the wallet" tabs={tabs} tab={tab} onTab={(next) => void navigate({ search: { tab: next } })} />
          </>
        )}
      </div>
    </>
  );
}

function Actions({ wallet }: { wallet: Wallet }) {
  const [open, setOpen] = useState<'top up' | 'give'>();
  const { connect, busy } = useConnectCard();
  const close = () => setOpen(undefined);
  return (
    <>
      {wallet.can.allocate && (
        <Button variant="default" onClick={() => setOpen('give')}>
          Give to people
        </Button>
      )}
      {wallet.card ? (
        <Button onClick={() => setOpen('top up')}>Top up</Button>
      ) : (
        <Button loading={busy} onClick={connect}>
          Connect a card
        </Button>
      )}
      <Suspense>
        {open === 'top up' && wallet.card && <TopUpDialog card={wallet.card} onClose={close} />}
        {open === 'give' && <AllocateDialog wallet={wallet} onClose={close} />}
      </Suspense>
    </>
  );
}

const Owed = ({ owed }: { owed: string }) => (
  <FormError>
    {owed !== '0.00' &&
      `Your bank took a payment back, and your wallet did not cover it: you owe ${dollarsOf(owed)}. Nothing can be spent until it is paid. Your next top-up pays it first.`}
  </FormError>
);

function Figures({ wallet: { available, held, allowance, days_left, allocated } }: { wallet: Wallet }) {
  const given = allocated.length;
  return (
    <div className={classes.figures}>
      <StatTile
        label="Available"
        figure={balanceOf(available)}
        {...(days_left !== null &&
          days_left <= 366 && {
            hint: `About ${days_left.toLocaleString('en-US')} ${days_left === 1 ? 'day' : 'days'} at this pace`,
          })}
      />
      <StatTile label="Held for what is under way" figure={balanceOf(held)} />
      <StatTile label="Of it given to you" figure={balanceOf(allowance)} hint="Spent before your own money" />
      {given > 0 && <StatTile label="People with money from you" figure={String(given)} />}
    </div>
  );
}
