// The company's plan, its end date, and the administrators.
import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { askWhoIAm, useMe } from '#app/session.ts';
import { type AccountInfo, getAccountInfo } from '#contract/accounts.ts';
import { formatDay } from '#contract/kit/formats.ts';
import { FormError } from '#ui/FormError.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './AccountPage.module.css';

const everyMinute = 60_000;

export function BillingPage() {
  const me = useMe();
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
      </div>
    </>
  );
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
