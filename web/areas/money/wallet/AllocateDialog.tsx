// Gives an amount to each of some people, and takes back what they have left of it.
import { Button, CloseButton, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { Person } from '#contract/users.ts';
import { allocateWallet, reclaimWallet, type Wallet } from '#contract/wallet.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import classes from './Wallet.module.css';
import { walletCalls } from './wallet.api.ts';
import { balanceOf } from './wallet.labels.ts';

const handles = ['invalid', 'wallet.insufficient_funds', 'wallet.owed'] as const;

export function AllocateDialog({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const me = useMe();
  const [people, setPeople] = useState<Person[]>([]);
  const [amount, setAmount] = useState('10.00');
  const give = useSend(allocateWallet, {
    form: true,
    handles,
    invalidates: walletCalls,
    onDone: () => {
      notice.done(
        people.length === 1 ? `Gave $${amount} to ${people[0]?.name}` : `Gave $${amount} to each of ${people.length} people`,
      );
      onClose();
    },
  });
  const errors = isRefused(give.error, 'invalid') ? give.error.fieldErrors : {};
  return (
    <Dialog title="Give to people" onClose={onClose}>
      <FormLayout
        submit={people.length > 1 ? `Give to ${people.length} people` : 'Give'}
        busy={give.isPending}
        error={(isRefused(give.error, 'wallet.insufficient_funds') || isRefused(give.error, 'wallet.owed')) && textOf(give.error)}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          give.mutate({ body: { user_ids: people.map(({ id }) => id), amount } });
        }}
      >
        <PersonPicker
          label="Recipient"
          except={me.id}
          description="People below you"
          error={errors.user_ids}
          value={null}
          onChange={(person) => person && setPeople((old) => [...old.filter(({ id }) => id !== person.id), person])}
        />
        {people.length > 0 && (
          <ul className={classes.people} aria-label="Chosen people">
            {people.map(({ id, name }) => (
              <li key={id}>
                {name}
                <CloseButton
                  size="sm"
                  aria-label={`Leave out ${name}`}
                  onClick={() => setPeople((old) => old.filter((one) => one.id !== id))}
                />
              </li>
            ))}
          </ul>
        )}
        <TextInput
          label="To each, in dollars"
          description={`You have ${balanceOf(wallet.own)} of your own`}
          inputMode="decimal"
          autoComplete="off"
          error={errors.amount}
          value={amount}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        />
      </FormLayout>
      {wallet.allocated.length > 0 && <Given allocated={wallet.allocated} onClose={onClose} />}
    </Dialog>
  );
}

function Given({ allocated, onClose }: { allocated: Wallet['allocated']; onClose: () => void }) {
  const take = useSend(reclaimWallet, {
    invalidates: walletCalls,
    onDone: () => {
      notice.done('Took back what was left');
      onClose();
    },
  });
  return (
    <>
      <Title order={3} size="h4" mt="lg">
        They still have
      </Title>
      <ul className={classes.people} aria-label="People with money from you">
        {allocated.map(({ user, amount }) => (
          <li key={user.id}>
            {user.name}
            <span className="figures">{balanceOf(amount)}</span>
            <Button
              size="xs"
              variant="default"
              disabled={take.isPending}
              aria-label={`Take back from ${user.name}`}
              onClick={() => take.mutate({ body: { user_ids: [user.id] } })}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
