// The company's plan, its end date, the administrators, and the user's cards.
import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { askWhoIAm, useMe } from '#app/session.ts';
import { type AccountInfo, getAccountInfo } from '#contract/accounts.ts';
import { listCards, saveCard } from '#contract/cards.ts';
import { formatDay } from '#contract/kit/formats.ts';
import { FormError } from '#ui/FormError.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { WalletCards } from '#web/areas/money/wallet/WalletCards.tsx';
import { cardWords } from '#web/areas/money/wallet/wallet.labels.ts';
import classes from './AccountPage.module.css';

const everyMinute = 60_000;

export function BillingPage() {
  const me = useMe();
  useEnteredCard();
  const account = useQuery({
    ...queryOf(getAccountInfo),
    staleTime: 0,
    refetchInterval: me.missing === 'payment' && everyMinute,
  });
  // Paid in the meantime: the other pages open by themselves.
  const differs = account.data !== undefined && account.data.missing !== me.missing;
  useEffect(() => {
    if (differs) void askWhoIAm();
  }, [differs]);
  return (
    <>
      <PageHeader title="Plan" />
      <div className={classes.page}>
        {account.error && !account.data ? (
          <FailedQuery query={account} />
        ) : account.isPending ? (
          <SkeletonLines lines={5} height={18} />
        ) : (
          <Plan account={account.data} />
        )}
        <Title order={2} size="h3" mt="xl" mb="xs">
          Your cards
        </Title>
        <WalletCards returnTo="/billing" />
      </div>
    </>
  );
}

/** The processor's page comes back with the card that was entered there. */
function useEnteredCard() {
  const { setup } = useSearch({ from: '/shell/billing' });
  const navigate = useNavigate({ from: '/billing' });
  const save = useSend(saveCard, {
    invalidates: [listCards],
    onDone: ({ brand, last4 }) => notice.done(`Connected ${cardWords(brand, last4)}`),
  });
  const take = useEffectEvent(() => {
    if (!setup) return;
    save.mutate({ body: { setup } });
    void navigate({ search: {}, replace: true });
  });
  useEffect(() => take(), []);
}

function Plan({ account: { chosen_plan, contacts, ...account } }: { account: AccountInfo }) {
  const { company } = useMe();
  const paid = account['paid_user?'];
  const until = chosen_plan.paid_until && formatDay(chosen_plan.paid_until);
  return (
    <>
      <FormError mb="lg">
        {!paid && `Your company’s plan ended on ${until}. Your data is safe. You can use it again when the plan is renewed.`}
      </FormError>
      <KeyValueList
        facts={[
          ['Company', company.name],
          ['Plan', chosen_plan.name],
          ['Paid until', until || 'No end date'],
        ]}
      />
      <Title order={2} size="h3" mt="xl" mb="xs">
        Administrators
      </Title>
      {contacts.length === 0 ? (
        <Text>Your company has no administrator.</Text>
      ) : (
        <ul className={classes.people}>
          {contacts.map(({ name, email }) => (
            <li key={email}>
              {name} <Anchor href={`mailto:${email}`}>{email}</Anchor>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
