// The user's own numbers, and the company's that they may text from: which one is for texts and for calls,
// what it costs, and what was ordered.
import { Anchor, Badge, Button, Title } from '@mantine/core';
import { IconPhonePlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { invalidate, queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { quarantineDays } from '#contract/phoneNumberLists.ts';
import {
  giveUpPhoneNumber,
  listOwnPhoneNumbers,
  type NumberOrder,
  type PhoneNumber,
  updateOwnPhoneNumber,
} from '#contract/phoneNumbers.ts';
import { getMe } from '#contract/signIn.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { MenuDivider, MenuItem } from '#ui/Menu.tsx';
import { dayIn } from '#ui/moments.ts';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { RegistrationNotice } from '#web/areas/messaging/registrations/RegistrationNotice.tsx';
import { dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import { PhoneHint } from '#web/areas/voice/dialer/PhoneHint.tsx';
import classes from './PhoneNumbers.module.css';
import { orderReasonWords, orderTones, orderWords, placeOf, statusOf } from './phoneNumbers.labels.ts';

const NumberBuyDialog = later(() => import('./NumberBuyDialog.tsx').then((module) => module.NumberBuyDialog));

const changed = { invalidates: [listOwnPhoneNumbers, getMe] };

export function NumbersPage() {
  const me = useMe();
  const query = useQuery({ ...queryOf(listOwnPhoneNumbers), staleTime: 0 });
  useUpdate('phone_numbers.changed', () => void invalidate(listOwnPhoneNumbers));
  const [buying, setBuying] = useState(false);
  const buy = me.features.wallet && <Button onClick={() => setBuying(true)}>Buy a number</Button>;
  const own = query.data?.data.filter(({ owner }) => owner !== null) ?? [];
  const pool = query.data?.data.filter(({ owner, state }) => owner === null && state === 'active') ?? [];
  return (
    <>
      <PageHeader title="Phone numbers">{buy}</PageHeader>
      <div className={classes.page}>
        <RegistrationNotice />
        <PhoneHint />
        {query.error && !query.data ? (
          <FailedQuery query={query} />
        ) : !query.data ? (
          <SkeletonLines lines={6} height={28} />
        ) : (
          <>
            <Orders orders={query.data.orders} />
            {own.length === 0 ? (
              <EmptyState
                icon={IconPhonePlus}
                title="You have no number of your own"
                text={`A number costs ${dollarsOf(query.data.price)} a month. Clients see it when you text or call them, and reach you on it.${pool.length > 0 ? ' Until then your texts leave from one of the company’s.' : ''}`}
              >
                {buy}
              </EmptyState>
            ) : (
              <section className={classes.part} aria-labelledby="own-numbers">
                <Title order={2} size="h4" id="own-numbers">
                  Your numbers
                </Title>
                <OwnNumbers numbers={own} price={query.data.price} />
              </section>
            )}
            {pool.length > 0 && (
              <section className={classes.part} aria-labelledby="pool-numbers">
                <Title order={2} size="h4" id="pool-numbers">
                  The company’s numbers
                </Title>
                <p className={classes.faint}>
                  Texts leave from one of these where you have none of your own. A contact keeps the number that last wrote with
                  them.
                </p>
                <PlainTable
                  label="The company’s numbers"
                  rows={pool}
                  keyOf={({ id }) => id}
                  columns={[
                    { header: 'Number', cell: ({ phone_number }) => <Phone number={phone_number} /> },
                    { header: 'Place', cell: placeOf },
                    { header: 'Status', cell: (number) => <StatusBadge status={statusOf(number)} /> },
                  ]}
                />
              </section>
            )}
          </>
        )}
      </div>
      <Suspense>{buying && <NumberBuyDialog onClose={() => setBuying(false)} />}</Suspense>
    </>
  );
}

const Phone = ({ number }: { number: string }) => <span className={`${classes.phone} figures`}>{formatPhone(number)}</span>;

function OwnNumbers({ numbers, price }: { numbers: PhoneNumber[]; price: string }) {
  const { timezone } = useMe();
  const [leaving, setLeaving] = useState<PhoneNumber>();
  const update = useSend(updateOwnPhoneNumber, {
    ...changed,
    onDone: ({ phone_number }) => notice.done(`Changed what ${formatPhone(phone_number)} is for`),
  });
  const giveUp = useSend(giveUpPhoneNumber, {
    ...changed,
    onDone: ({ phone_number }) => {
      setLeaving(undefined);
      notice.done(`${formatPhone(phone_number)} was given up. An administrator can keep it for ${quarantineDays} days.`);
    },
  });
  const set = ({ id }: PhoneNumber, body: { default_sender?: boolean; dialer?: boolean }) =>
    update.mutate({ params: { id }, body });
  return (
    <>
      <PlainTable
        label="Your numbers"
        rows={numbers}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Number', cell: ({ phone_number }) => <Phone number={phone_number} /> },
          { header: 'Place', cell: placeOf },
          {
            header: 'For',
            cell: ({ default_sender, dialer }) => (
              <span className={classes.badges}>
                {default_sender && <Badge variant="default">New texts</Badge>}
                {dialer && <Badge variant="default">Calls</Badge>}
              </span>
            ),
          },
          { header: 'Status', cell: (number) => <StatusBadge status={statusOf(number)} /> },
          {
            header: 'Rent',
            cell: ({ state, rent_due_at }) =>
              state === 'active' && <span className="figures">{`${dollarsOf(price)} on ${dayIn(timezone, rent_due_at)}`}</span>,
          },
        ]}
        actions={(number) =>
          number.state === 'active' && (
            <OverflowMenu label={`Actions of ${formatPhone(number.phone_number)}`}>
              <MenuItem onClick={() => set(number, { default_sender: !number.default_sender })}>
                {number.default_sender ? 'Do not prefer it for texts' : 'Use it for new texts'}
              </MenuItem>
              <MenuItem onClick={() => set(number, { dialer: !number.dialer })}>
                {number.dialer ? 'Do not show it in calls' : 'Show it in calls'}
              </MenuItem>
              <MenuDivider />
              <MenuItem onClick={() => setLeaving(number)}>Give it up…</MenuItem>
            </OverflowMenu>
          )
        }
      />
      <ConfirmDialog
        opened={leaving !== undefined}
        title={`Give up ${formatPhone(leaving?.phone_number ?? '')}?`}
        action="Give it up"
        busy={giveUp.isPending}
        onConfirm={() => leaving && giveUp.mutate({ params: { id: leaving.id } })}
        onClose={() => setLeaving(undefined)}
      >
        {`No text leaves from it any more. Answers still reach you for ${quarantineDays} days; then the carrier gets it back and can sell it to someone else. The rent that is paid is not given back.`}
      </ConfirmDialog>
    </>
  );
}

/** Orders under way, and orders that failed within a day. */
function Orders({ orders }: { orders: NumberOrder[] }) {
  if (orders.length === 0) return null;
  return (
    <section className={classes.part} aria-labelledby="number-orders">
      <Title order={2} size="h4" id="number-orders">
        Orders
      </Title>
      <ul className={classes.orders}>
        {orders.map(({ id, phone_number, state, reason, action_url, amount }) => (
          <li key={id}>
            <Phone number={phone_number} />
            <span className="figures">{dollarsOf(amount)}</span>
            <StatusBadge status={{ title: orderWords[state], color: orderTones[state] }} />
            {reason && <span className={classes.faint}>{orderReasonWords[reason]}</span>}
            {action_url && <Anchor href={action_url}>Confirm it at your bank</Anchor>}
          </li>
        ))}
      </ul>
    </section>
  );
}
