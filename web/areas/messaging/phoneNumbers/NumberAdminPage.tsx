// All numbers of the company: who has each, whether it is registered, and what becomes of it.
import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhone, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { invalidate, queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { type NumberState, quarantineDays } from '#contract/phoneNumberLists.ts';
import {
  assignPhoneNumber,
  keepPhoneNumber,
  listOwnPhoneNumbers,
  listPhoneNumbers,
  type PhoneNumber,
  releasePhoneNumber,
} from '#contract/phoneNumbers.ts';
import type { Person } from '#contract/users.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { later } from '#ui/later.ts';
import { MenuDivider, MenuItem } from '#ui/Menu.tsx';
import { dayIn } from '#ui/moments.ts';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import { RegistrationNotice } from '#web/areas/messaging/registrations/RegistrationNotice.tsx';
import classes from './PhoneNumbers.module.css';
import { placeOf, registrationTones, registrationWords, statusOf } from './phoneNumbers.labels.ts';

const NumberBuyDialog = later(() => import('./NumberBuyDialog.tsx').then((module) => module.NumberBuyDialog));

const changed = { invalidates: [listPhoneNumbers, listOwnPhoneNumbers] };
const states = [
  { value: 'all', label: 'All that we have' },
  { value: 'active', label: 'Active' },
  { value: 'quarantined', label: 'Given up' },
  { value: 'released', label: 'Back at the carrier' },
];

export function NumberAdminPage() {
  const me = useMe();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const [state, setState] = useState('all');
  const [page, setPage] = useState(1);
  const [buying, setBuying] = useState(false);
  const query = useQuery({
    ...queryOf(listPhoneNumbers, { query: { q, page, ...(state !== 'all' && { state: state as NumberState }) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  useUpdate('phone_numbers.changed', () => void invalidate(listPhoneNumbers));
  const { total_count, total_pages } = query.data?.meta ?? {};
  const isFiltered = q !== '' || state !== 'all';
  const buy = me.features.wallet && <Button onClick={() => setBuying(true)}>Buy a number</Button>;
  return (
    <>
      <PageHeader title="Phone numbers" about={total_count?.toLocaleString('en-US')}>
        {buy}
      </PageHeader>
      <div className={classes.page}>
        <RegistrationNotice />
        <div className={classes.bar}>
          <TextInput
            type="search"
            label="Search"
            placeholder="Number or name"
            leftSection={<IconSearch size="1rem" stroke={1.6} />}
            maxLength={100}
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setPage(1);
            }}
          />
          <Select
            label="Status"
            allowDeselect={false}
            data={states}
            value={state}
            onChange={(next) => {
              setState(next ?? 'all');
              setPage(1);
            }}
          />
        </div>
        {query.error && !query.data ? (
          <FailedQuery query={query} />
        ) : !query.data ? (
          <SkeletonLines lines={8} height={28} />
        ) : query.data.data.length === 0 ? (
          <EmptyState
            icon={IconPhone}
            title={isFiltered ? 'No matching numbers' : 'The company has no numbers yet'}
            text={isFiltered ? 'Change the search or the status.' : 'Buy one for the company, and everyone can text from it.'}
          >
            {!isFiltered && buy}
          </EmptyState>
        ) : (
          <Numbers numbers={query.data.data} />
        )}
        <Pages page={page} total={total_pages} onPage={setPage} />
      </div>
      <Suspense>{buying && <NumberBuyDialog forCompany onClose={() => setBuying(false)} />}</Suspense>
    </>
  );
}

function Numbers({ numbers }: { numbers: PhoneNumber[] }) {
  const { timezone } = useMe();
  const [open, setOpen] = useState<{ what: 'assign' | 'give up'; number: PhoneNumber }>();
  const close = () => setOpen(undefined);
  const assign = useSend(assignPhoneNumber, {
    ...changed,
    onDone: ({ phone_number, owner }) => {
      close();
      notice.done(`${formatPhone(phone_number)} is ${owner ? `${owner.name}’s` : 'the company’s'} now`);
    },
  });
  const release = useSend(releasePhoneNumber, {
    ...changed,
    onDone: ({ id, phone_number }) => {
      close();
      notice.done(`${formatPhone(phone_number)} was given up`, () => keep.mutate({ params: { id } }));
    },
  });
  const keep = useSend(keepPhoneNumber, {
    ...changed,
    onDone: ({ phone_number }) => notice.done(`${formatPhone(phone_number)} stays`),
  });
  return (
    <>
      <PlainTable
        label="Phone numbers"
        rows={numbers}
        keyOf={({ id }) => id}
        columns={[
          {
            header: 'Number',
            cell: ({ phone_number }) => <span className={`${classes.phone} figures`}>{formatPhone(phone_number)}</span>,
          },
          { header: 'Place', cell: placeOf },
          { header: 'Whose', cell: ({ owner }) => owner?.name ?? 'The company' },
          { header: 'Pays', cell: ({ payer }) => payer.name },
          { header: 'Status', cell: (number) => <StatusBadge status={statusOf(number)} /> },
          {
            header: 'Carriers',
            cell: ({ registration, state }) =>
              state === 'active' && (
                <StatusBadge status={{ title: registrationWords[registration], color: registrationTones[registration] }} />
              ),
          },
          {
            header: 'Last used',
            cell: ({ last_used_at }) => <span className="figures">{last_used_at ? dayIn(timezone, last_used_at) : 'Never'}</span>,
          },
          {
            header: 'Next rent',
            cell: ({ state, rent_due_at }) =>
              state === 'active' && <span className="figures">{dayIn(timezone, rent_due_at)}</span>,
          },
        ]}
        actions={(number) =>
          number.state !== 'released' && (
            <OverflowMenu label={`Actions of ${formatPhone(number.phone_number)}`}>
              {number.state === 'quarantined' ? (
                <MenuItem onClick={() => keep.mutate({ params: { id: number.id } })}>Keep it</MenuItem>
              ) : (
                <>
                  <MenuItem onClick={() => setOpen({ what: 'assign', number })}>Give it to someone…</MenuItem>
                  {number.owner && (
                    <MenuItem onClick={() => assign.mutate({ params: { id: number.id }, body: { user_id: null } })}>
                      Make it the company’s
                    </MenuItem>
                  )}
                  <MenuDivider />
                  <MenuItem onClick={() => setOpen({ what: 'give up', number })}>Give it up…</MenuItem>
                </>
              )}
            </OverflowMenu>
          )
        }
      />
      {open?.what === 'assign' && (
        <AssignDialog
          number={open.number}
          busy={assign.isPending}
          onGive={(user_id) => assign.mutate({ params: { id: open.number.id }, body: { user_id } })}
          onClose={close}
        />
      )}
      <ConfirmDialog
        opened={open?.what === 'give up'}
        title={`Give up ${formatPhone(open?.number.phone_number ?? '')}?`}
        action="Give it up"
        busy={release.isPending}
        onConfirm={() => open && release.mutate({ params: { id: open.number.id } })}
        onClose={close}
      >
        {`No text leaves from it any more. Answers still arrive for ${quarantineDays} days, and until then it can be kept; after that the carrier gets it back.`}
      </ConfirmDialog>
    </>
  );
}

function AssignDialog({
  number,
  busy,
  onGive,
  onClose,
}: {
  number: PhoneNumber;
  busy: boolean;
  onGive: (userId: number) => void;
  onClose: () => void;
}) {
  const [person, setPerson] = useState<Person | null>(null);
  return (
    <Dialog title={`Give ${formatPhone(number.phone_number)} to someone`} onClose={onClose} size="sm">
      <FormLayout
        submit="Give it"
        busy={busy}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          if (person) onGive(person.id);
        }}
      >
        <PersonPicker
          label="Person"
          description="The next rent is paid from their wallet"
          data-autofocus
          {...(number.owner && { except: number.owner.id })}
          value={person}
          onChange={setPerson}
        />
      </FormLayout>
    </Dialog>
  );
}
