// Automatic refill as a sentence, its pause as a warning, and its form.
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { Wallet } from '#contract/wallet.ts';
import { FormError } from '#ui/FormError.tsx';
import { later } from '#ui/later.ts';
import classes from './Wallet.module.css';
import { declineWords, dollarsOf } from './wallet.labels.ts';

const RefillDialog = later(() => import('./RefillDialog.tsx').then((module) => module.RefillDialog));

export function WalletRefill({ wallet: { auto_refill, card } }: { wallet: Wallet }) {
  const [editing, setEditing] = useState(false);
  const { enabled, threshold, amount, paused } = auto_refill;
  return (
    <>
      <FormError>
        {enabled && paused && `The automatic refill is paused. ${declineWords[paused]} Then save the refill again.`}
      </FormError>
      <section className={classes.refill} aria-label="Automatic refill">
        <span>
          {enabled
            ? `Below ${dollarsOf(threshold)}, the wallet is refilled by ${dollarsOf(amount)}.`
            : 'Automatic refill is off.'}
          {enabled && !card && ' Connect a card first: there is none to charge.'}
        </span>
        <Button variant="default" size="xs" onClick={() => setEditing(true)}>
          Change the refill
        </Button>
      </section>
      <Suspense>{editing && <RefillDialog settings={auto_refill} onClose={() => setEditing(false)} />}</Suspense>
    </>
  );
}
