// Administrators keep the plans of each product, and see who subscribes.
import { Badge, Button, NumberInput, Select, Switch, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { planLevels, planPrices } from '#contract/planLists.ts';
import type { Plan } from '#contract/subscriptions.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { FormDrawer } from '#ui/FormDrawer.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import { AdminSubscriptions } from './AdminSubscriptions.tsx';
import { LevelSubscriptions } from './LevelSubscriptions.tsx';
import classes from './Plans.module.css';
import { changedBy, type PlanProduct, plansOf, usePlanChanges } from './plans.api.ts';
import { levelWords, productWords, unitWords } from './plans.labels.ts';

const tabs = {
  texting: { word: productWords.texting, part: () => <Product product="texting" /> },
  dialer: { word: productWords.dialer, part: () => <Product product="dialer" /> },
  max_plus: { word: 'Max Plus', part: () => <Level product="max_plus" /> },
  account: { word: 'The account', part: () => <Level product="account" /> },
};

export function PlanAdminPage() {
  const { tab } = useSearch({ from: '/shell/admin/plans' });
  const navigate = useNavigate({ from: '/admin/plans' });
  return (
    <>
      <PageHeader title="Plans" />
      <div className={classes.page}>
        <Tabs label="Products" tabs={tabs} tab={tab} onTab={(next) => void navigate({ search: { tab: next } })} />
      </div>
    </>
  );
}

const Product = ({ product }: { product: PlanProduct }) => {
  usePlanChanges(product);
  return (
    <div className={classes.part}>
      <Offered product={product} />
      <AdminSubscriptions product={product} />
    </div>
  );
};

const Level = ({ product }: { product: 'max_plus' | 'account' }) => (
  <div className={classes.part}>
    <LevelSubscriptions product={product} />
  </div>
);

function Offered({ product }: { product: PlanProduct }) {
  const calls = plansOf[product];
  const plans = useQuery(queryOf(calls.listAdminPlans, { query: { limit: 100 } }));
  const [open, setOpen] = useState<Plan | 'new'>();
  const [leaving, setLeaving] = useState<Plan>();
  const retire = useSend(calls.deletePlan, {
    invalidates: changedBy(product),
    onDone: () => {
      setLeaving(undefined);
      notice.done('The plan is no longer offered');
    },
  });
  if (plans.error && !plans.data) return <FailedQuery query={plans} />;
  if (plans.isPending) return <SkeletonLines lines={4} height={28} />;
  return (
    <>
      <div className={classes.head}>
        <Title order={2} size="h4">
          Plans on offer
        </Title>
        <Button onClick={() => setOpen('new')}>Add a plan</Button>
      </div>
      <PlainTable
        label="Plans"
        rows={plans.data.data}
        keyOf={({ id }) => id}
        columns={[
          {
            header: 'Plan',
            cell: ({ name, enterprise }) => (
              <span className={classes.buttons}>
                {name}
                {enterprise && <Badge variant="default">By agreement</Badge>}
              </span>
            ),
          },
          { header: 'Level', cell: ({ level }) => levelWords[level] },
          {
            header: 'Includes',
            figures: true,
            cell: ({ included }) => `${included.toLocaleString('en-US')} ${unitWords[product]}`,
          },
          { header: 'A month', figures: true, cell: ({ price }) => dollarsOf(price) },
        ]}
        actions={(plan) => (
          <span className={classes.buttons}>
            <Button size="xs" variant="default" aria-label={`Edit ${plan.name}`} onClick={() => setOpen(plan)}>
              Edit
            </Button>
            <Button size="xs" variant="default" aria-label={`Stop offering ${plan.name}`} onClick={() => setLeaving(plan)}>
              Stop offering
            </Button>
          </span>
        )}
      />
      <ConfirmDialog
        opened={leaving !== undefined}
        title={`Stop offering ${leaving?.name}?`}
        action="Stop offering it"
        busy={retire.isPending}
        onConfirm={() => leaving && retire.mutate({ params: { id: leaving.id } })}
        onClose={() => setLeaving(undefined)}
      >
        Nobody can subscribe to it any more. Those who have it keep it.
      </ConfirmDialog>
      {open && <PlanDrawer product={product} plan={open === 'new' ? null : open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function PlanDrawer({ product, plan, onClose }: { product: PlanProduct; plan: Plan | null; onClose: () => void }) {
  const calls = plansOf[product];
  const form = useForm({
    initialValues: {
      name: plan?.name ?? '',
      level: plan?.level ?? ('premium' as const),
      price: plan?.price ?? planPrices.premium,
      included: plan?.included ?? 500,
      enterprise: plan?.enterprise ?? false,
    },
  });
  const options = {
    form: true as const,
    handles: ['invalid', 'lookups.name_taken'] as const,
    invalidates: changedBy(product),
    onDone: () => {
      notice.done(plan ? 'Saved the plan' : 'Added the plan');
      onClose();
    },
  };
  const create = useSend(calls.createPlan, options);
  const update = useSend(calls.updatePlan, options);
  const onError = (error: Error) => {
    if (isRefused(error, 'invalid') || isRefused(error, 'lookups.name_taken')) form.setErrors(error.fieldErrors);
  };
  return (
    <FormDrawer
      title={plan ? `Edit ${plan.name}` : 'Add a plan'}
      submit={plan ? 'Save' : 'Add the plan'}
      busy={create.isPending || update.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit(({ enterprise, ...body }) =>
        plan
          ? update.mutate({ params: { id: plan.id }, body }, { onError })
          : create.mutate({ body: { ...body, enterprise } }, { onError }),
      )}
    >
      <TextInput label="Name" maxLength={100} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <Select
        label="Level"
        allowDeselect={false}
        data={planLevels.map((value) => ({ value, label: levelWords[value] }))}
        {...form.getInputProps('level')}
      />
      <TextInput
        label="Price of a month, in dollars"
        description={plan ? 'Those who have the plan keep their price' : undefined}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('price')}
      />
      <NumberInput label={`Includes ${unitWords[product]}`} min={0} max={1_000_000} {...form.getInputProps('included')} />
      {!plan && (
        <Switch label="By agreement: an administrator activates it" {...form.getInputProps('enterprise', { type: 'checkbox' })} />
      )}
    </FormDrawer>
  );
}
