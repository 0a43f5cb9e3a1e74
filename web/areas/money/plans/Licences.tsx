// Licences of a manager or the company: who has one, and how much each may use.
import { Button, NumberInput, Progress, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice, textOf } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import type { Licence } from '#contract/subscriptions.ts';
import type { Person } from '#contract/users.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import classes from './Plans.module.css';
import { changedBy, type PlanProduct, plansOf } from './plans.api.ts';
import { unitWords } from './plans.labels.ts';

export function Licences({ product }: { product: PlanProduct }) {
  const calls = plansOf[product];
  const [page, setPage] = useState(1);
  const licences = useQuery(queryOf(calls.listLicences, { query: { page } }));
  const [open, setOpen] = useState<Licence>();
  const take = useSend(calls.updateLicence, {
    invalidates: changedBy(product),
    onDone: () => notice.done('Took the licence back'),
  });
  if (licences.error && !licences.data) return <FailedQuery query={licences} />;
  if (licences.isPending) return <SkeletonLines lines={4} height={28} />;
  const { data, meta } = licences.data;
  return (
    <>
      <Title order={2} size="h4">
        Licences
      </Title>
      <PlainTable
        label="Licences"
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Person', cell: ({ user }) => user?.name ?? 'Nobody yet' },
          {
            header: 'Used',
            cell: ({ used, allocation }) => {
              const words = `${used.toLocaleString('en-US')} of ${allocation.toLocaleString('en-US')} ${unitWords[product]}`;
              return (
                <span className={classes.bar}>
                  <span className="figures">{words}</span>
                  <Progress value={allocation ? (used / allocation) * 100 : 0} size="sm" aria-label={words} />
                </span>
              );
            },
          },
        ]}
        actions={(licence) => (
          <span className={classes.buttons}>
            <Button
              size="xs"
              variant="default"
              aria-label={licence.user ? `Change the licence of ${licence.user.name}` : 'Give a licence'}
              onClick={() => setOpen(licence)}
            >
              {licence.user ? 'Change' : 'Give'}
            </Button>
            {licence.user && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Take back the licence of ${licence.user.name}`}
                disabled={take.isPending}
                onClick={() => take.mutate({ params: { id: licence.id }, body: { user_id: null } })}
              >
                Take back
              </Button>
            )}
          </span>
        )}
      />
      <Pages page={page} total={meta.total_pages} onPage={setPage} />
      {open && <LicenceDialog product={product} licence={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

const handles = ['invalid', 'subscriptions.allocation', 'subscriptions.has_licence'] as const;

function LicenceDialog({ product, licence, onClose }: { product: PlanProduct; licence: Licence; onClose: () => void }) {
  const { id, user } = licence;
  const [person, setPerson] = useState<Person | null>(user);
  const [allocation, setAllocation] = useState<number | undefined>(user ? licence.allocation : undefined);
  const { mutate, isPending, error } = useSend(plansOf[product].updateLicence, {
    form: true,
    handles,
    invalidates: changedBy(product),
    onDone: ({ user: now }) => {
      notice.done(`${now?.name} has the licence`);
      onClose();
    },
  });
  const errors = isRefused(error, 'invalid') ? error.fieldErrors : {};
  const refused = handles.slice(1).some((code) => isRefused(error, code));
  return (
    <Dialog title={user ? 'Change the licence' : 'Give a licence'} onClose={onClose} size="sm">
      <FormLayout
        submit={user ? 'Save' : 'Give'}
        busy={isPending}
        error={refused && error && textOf(error)}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ params: { id }, body: { user_id: person?.id ?? null, ...(allocation !== undefined && { allocation }) } });
        }}
      >
        <PersonPicker label="Person" error={errors.user_id} value={person} onChange={setPerson} />
        <NumberInput
          label={`Most ${unitWords[product]} in a month`}
          description="Empty: what the plan includes for one licence"
          min={0}
          value={allocation ?? ''}
          onChange={(value) => setAllocation(value === '' ? undefined : Number(value))}
        />
      </FormLayout>
    </Dialog>
  );
}
