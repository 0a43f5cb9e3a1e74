// Finds a number that is for sale, and orders it: by wallet or card, for oneself or the company.
import { Button, Checkbox, Radio, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { listOwnPhoneNumbers, listPhoneNumbers, purchasePhoneNumber, searchPhoneNumbers } from '#contract/phoneNumbers.ts';
import { getWallet } from '#contract/wallet.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { useConnectCard } from '#web/areas/money/wallet/wallet.api.ts';
import { balanceOf, dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import classes from './PhoneNumbers.module.css';

const handles = [
  'invalid',
  'numbers.taken',
  'numbers.not_configured',
  'wallet.insufficient_funds',
  'cards.none',
  'cards.not_configured',
] as const;

/** `forCompany`: begins with the company as the owner. */
export function NumberBuyDialog({ forCompany = false, onClose }: { forCompany?: boolean; onClose: () => void }) {
  const me = useMe();
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), 300);
  const [chosen, setChosen] = useState<string | null>(null);
  const [payBy, setPayBy] = useState<'wallet' | 'card'>('wallet');
  const [company, setCompany] = useState(forCompany);
  const found = useQuery({
    ...queryOf(searchPhoneNumbers, { query: { query } }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const wallet = useQuery(queryOf(getWallet));
  const { connect, busy } = useConnectCard();
  const { mutate, isPending, error, reset } = useSend(purchasePhoneNumber, {
    form: true,
    handles,
    invalidates: [listOwnPhoneNumbers, listPhoneNumbers, getWallet],
    onDone: (order) => {
      if (order.action_url) return location.assign(order.action_url);
      notice.done(`Ordered ${formatPhone(order.phone_number)}. It is yours in a moment.`);
      onClose();
    },
  });
  const price = found.data ? dollarsOf(found.data.price) : '';
  const offers = found.data?.data ?? [];
  const refused = handles.some((code) => isRefused(error, code));
  const choose = (number: string) => {
    reset();
    setChosen(number);
  };
  return (
    <Dialog title="Buy a phone number" onClose={onClose}>
      <FormLayout
        submit={chosen ? `Buy ${formatPhone(chosen)} for ${price}` : 'Choose a number'}
        busy={isPending}
        error={refused && error && textOf(error)}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen) mutate({ body: { phone_number: chosen, use_wallet: payBy === 'wallet', for_company: company } });
        }}
        also={
          (isRefused(error, 'cards.none') && (
            <Button variant="default" loading={busy} onClick={connect}>
              Connect a card
            </Button>
          )) ||
          (isRefused(error, 'wallet.insufficient_funds') && (
            <Button variant="default" renderRoot={(props) => <Link to="/wallet" {...props} />}>
              Top up the wallet
            </Button>
          ))
        }
      >
        <TextInput
          type="search"
          label="Find a number"
          description="Three digits are an area code, two letters a state, more digits a part of the number"
          placeholder="305, FL, or 555 01"
          leftSection={<IconSearch size="1rem" stroke={1.6} />}
          maxLength={20}
          data-autofocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <div className={classes.found} aria-busy={found.isFetching}>
          {found.error ? (
            <Text c="dimmed" role="alert" p="sm">
              {textOf(found.error)}
            </Text>
          ) : found.isPending ? (
            <SkeletonLines lines={6} height={28} />
          ) : offers.length === 0 ? (
            <Text c="dimmed" p="sm">
              No number like this is for sale. Try another area code.
            </Text>
          ) : (
            <Radio.Group aria-label="Numbers for sale" value={chosen ?? ''} onChange={choose}>
              {offers.map(({ phone_number, city, state, texts, calls }) => (
                <Radio
                  key={phone_number}
                  value={phone_number}
                  className={classes.offer ?? ''}
                  label={
                    <>
                      <span className="figures">{formatPhone(phone_number)}</span>{' '}
                      <span className={classes.place}>{[city, state].filter(Boolean).join(', ')}</span>
                      {!(texts && calls) && <span className={classes.place}>{texts ? ', texts only' : ', calls only'}</span>}
                    </>
                  }
                />
              ))}
            </Radio.Group>
          )}
        </div>
        <SegmentedControl
          aria-label="How you pay"
          value={payBy}
          onChange={(value) => {
            reset();
            setPayBy(value as typeof payBy);
          }}
          data={[
            { value: 'wallet', label: wallet.data ? `Wallet, ${balanceOf(wallet.data.available)}` : 'Wallet' },
            { value: 'card', label: 'Card' },
          ]}
        />
        {me.can['numbers.manage'] && (
          <Checkbox
            label="For the company: everyone may text from it"
            checked={company}
            onChange={({ currentTarget }) => setCompany(currentTarget.checked)}
          />
        )}
        <Text size="sm" c="dimmed">
          {`The first month costs ${price || '…'} now, and then each month from the wallet until you give the number up.`}
        </Text>
      </FormLayout>
    </Dialog>
  );
}
