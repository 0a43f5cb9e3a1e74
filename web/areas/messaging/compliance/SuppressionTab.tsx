// Addresses that get nothing more: searched, added, and lifted with a reason.
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBan, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice, textOf } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { channels, scopesOfConsent, suppressionReasons } from '#contract/complianceLists.ts';
import { createSuppression, liftSuppression, listSuppressions, type Suppression } from '#contract/suppressions.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FormDrawer } from '#ui/FormDrawer.tsx';
import { momentIn } from '#ui/moments.ts';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Compliance.module.css';
import { addressWords, channelWords, scopeWords, suppressionWords } from './compliance.labels.ts';

export function SuppressionTab() {
  const { timezone } = useMe();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const [tab, setTab] = useState<'active' | 'lifted'>('active');
  const [page, setPage] = useState(1);
  const [adding, setAdding] = useState(false);
  const [lifting, setLifting] = useState<Suppression>();
  const query = useQuery({ ...queryOf(listSuppressions, { query: { q, tab, page } }), placeholderData: keepPreviousData });
  const rows = query.data?.data ?? [];
  return (
    <>
      <div className={classes.bar}>
        <TextInput
          type="search"
          label="Search"
          placeholder="Phone or e-mail"
          leftSection={<IconSearch size="1rem" stroke={1.6} />}
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(1);
          }}
        />
        <SegmentedControl
          aria-label="Which addresses"
          data={[
            { value: 'active', label: 'Suppressed' },
            { value: 'lifted', label: 'Lifted' },
          ]}
          value={tab}
          onChange={(next) => {
            setTab(next === 'lifted' ? 'lifted' : 'active');
            setPage(1);
          }}
        />
        <Button leftSection={<IconPlus size="1rem" />} onClick={() => setAdding(true)}>
          Suppress an address
        </Button>
      </div>
      {query.error && !query.data ? (
        <FailedQuery query={query} />
      ) : !query.data ? (
        <SkeletonLines lines={6} height={24} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={IconBan}
          title={q ? 'No matching addresses' : tab === 'active' ? 'No address is suppressed' : 'No address was lifted'}
          text="People who take their consent back, complain, or cannot be reached appear here by themselves."
        />
      ) : (
        <PlainTable
          label="Suppressed addresses"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { header: 'Address', cell: ({ address }) => <span className="figures">{addressWords(address)}</span> },
            { header: 'For', cell: ({ channel, purpose }) => `${channelWords[channel]}: ${scopeWords[purpose].toLowerCase()}` },
            {
              header: 'Why',
              cell: ({ reason, note, lift_note }) => (
                <>
                  {suppressionWords[reason]}
                  {(lift_note || note) && <div className={classes.small}>{lift_note || note}</div>}
                </>
              ),
            },
            {
              header: tab === 'active' ? 'Since' : 'Lifted',
              cell: ({ created_at, created_by, lifted_at, lifted_by }) => (
                <>
                  <span className="figures">{momentIn(timezone, lifted_at ?? created_at)}</span>
                  <div className={classes.small}>{(lifted_at ? lifted_by : created_by)?.name ?? 'Steward'}</div>
                </>
              ),
            },
          ]}
          actions={(row) =>
            row.lifted_at === null && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Lift ${addressWords(row.address)}`}
                onClick={() => setLifting(row)}
              >
                Lift
              </Button>
            )
          }
        />
      )}
      <Pages page={page} total={query.data?.meta.total_pages} onPage={setPage} />
      {adding && <SuppressionForm onClose={() => setAdding(false)} />}
      {lifting && <LiftForm row={lifting} onClose={() => setLifting(undefined)} />}
    </>
  );
}

const options = <T extends string>(values: readonly T[], words: Record<T, string>) =>
  values.map((value) => ({ value, label: words[value] }));

function SuppressionForm({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues: { channel: 'call' as const, address: '', purpose: 'all' as const, reason: 'asked' as const, note: '' },
    validate: { address: (address) => (address.trim() ? null : 'Enter a phone or an e-mail') },
  });
  const create = useSend(createSuppression, {
    invalidates: [listSuppressions],
    form: true,
    handles: ['compliance.suppressed_already'],
    onDone: ({ address }) => {
      notice.done(`Suppressed ${addressWords(address)}`);
      onClose();
    },
  });
  return (
    <FormDrawer
      title="Suppress an address"
      submit="Suppress"
      busy={create.isPending}
      error={isRefused(create.error, 'compliance.suppressed_already') && textOf(create.error)}
      onSubmit={form.onSubmit((body) =>
        create.mutate({ body }, { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) }),
      )}
      onClose={onClose}
    >
      <Select label="Channel" allowDeselect={false} data={options(channels, channelWords)} {...form.getInputProps('channel')} />
      <TextInput label="Address" data-autofocus maxLength={254} {...form.getInputProps('address')} />
      <Select
        label="What it no longer gets"
        allowDeselect={false}
        data={options(scopesOfConsent, scopeWords)}
        {...form.getInputProps('purpose')}
      />
      <Select
        label="Why"
        allowDeselect={false}
        data={options(suppressionReasons, suppressionWords)}
        {...form.getInputProps('reason')}
      />
      <TextInput label="Note" maxLength={300} {...form.getInputProps('note')} />
    </FormDrawer>
  );
}

function LiftForm({ row, onClose }: { row: Suppression; onClose: () => void }) {
  const form = useForm({ initialValues: { note: '' }, validate: { note: (note) => (note.trim() ? null : 'Write the reason') } });
  const lift = useSend(liftSuppression, {
    invalidates: [listSuppressions],
    form: true,
    onDone: () => {
      notice.done(`Lifted ${addressWords(row.address)}`);
      onClose();
    },
  });
  return (
    <FormDrawer
      title={`Lift ${addressWords(row.address)}`}
      submit="Lift"
      busy={lift.isPending}
      onSubmit={form.onSubmit((body) => lift.mutate({ params: { id: row.id }, body }))}
      onClose={onClose}
    >
      <p className={classes.faint}>
        It was suppressed: {suppressionWords[row.reason].toLowerCase()}. The audit log keeps who lifted it and why.
      </p>
      <TextInput label="Reason" data-autofocus maxLength={300} {...form.getInputProps('note')} />
    </FormDrawer>
  );
}
