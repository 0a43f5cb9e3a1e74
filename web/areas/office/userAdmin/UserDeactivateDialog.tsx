// Before a user is deactivated: what ends, and who takes over what. An invitation that nothing depends on is withdrawn.
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import {
  type AdminUser,
  type Belongings,
  deactivateUser,
  getUserBelongings,
  listUsers,
  withdrawInvitation,
} from '#contract/userAdmin.ts';
import type { Person } from '#contract/users.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { followBulk } from '#web/areas/crm/bulk/bulk.banner.ts';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import { counted, namesOf } from './userAdmin.labels.ts';

const handles = ['invalid', 'users.holds_contacts', 'users.last_admin'] as const;

export function UserDeactivateDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const [to, setTo] = useState<Person | null>(null);
  const belongings = useQuery({
    ...queryOf(getUserBelongings, { params: { id: user.id }, query: to ? { owner_id: to.id } : {} }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const has = belongings.data;
  const invited = user.status === 'invited';
  const onDone = () => {
    notice.done(invited ? `Withdrew the invitation of ${user.name}` : `Deactivated ${user.name}`);
    onClose();
  };
  const options = { invalidates: [listUsers, getUserBelongings], form: true, handles };
  const withdraw = useSend(withdrawInvitation, { ...options, onDone });
  const deactivate = useSend(deactivateUser, {
    ...options,
    onDone: ({ hand_over }) => {
      if (hand_over) followBulk(hand_over);
      onDone();
    },
  });
  const params = { id: user.id };
  const error = deactivate.error ?? withdraw.error;
  const refused = isRefused(error, ...handles) ? error : undefined;
  const hasHeir =
    has && has.contacts + has.pools.length + has.offices.length + has.templates.length + has.running_imports.length > 0;
  const confirm = () =>
    invited && !to ? withdraw.mutate({ params }) : deactivate.mutate({ params, query: to ? { owner_id: to.id } : {} });

  return (
    <ConfirmDialog
      opened
      title={invited ? `Withdraw the invitation of ${user.name}?` : `Deactivate ${user.name}?`}
      action={invited ? 'Withdraw the invitation' : 'Deactivate'}
      busy={deactivate.isPending || withdraw.isPending || belongings.isPending || belongings.isPlaceholderData}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text mb="sm">
        {invited
          ? 'The mailed link will no longer open.'
          : `${user.first_name} is signed out everywhere at once and can no longer sign in. You can reactivate the account later.`}
      </Text>
      {belongings.isPending ? <SkeletonLines lines={3} /> : has && <KeyValueList facts={factsOf(user, has, to)} />}
      {hasHeir ? (
        <PersonPicker
          mt="sm"
          label="Successor"
          description={has.contacts > 0 ? 'Takes over the contacts and what is named above.' : 'Takes over what is named above.'}
          except={user.id}
          value={to}
          onChange={setTo}
          error={refused && textOf(refused)}
        />
      ) : (
        refused && (
          <Text c="red" role="alert">
            {textOf(refused)}
          </Text>
        )
      )}
    </ConfirmDialog>
  );
}

function factsOf(user: AdminUser, has: Belongings, to: Person | null): [string, string | false][] {
  const heir = to?.name ?? 'the successor';
  const goes = (what: string, isAny: boolean): string | false => isAny && `${what}: to ${heir}`;
  const one = has.running_imports.length === 1;
  const end = one ? 'ends' : 'end';
  const imports = {
    continue: `${one ? 'continues' : 'continue'} as ${heir}`,
    stop: `${one ? 'stops' : 'stop'}; ${heir} can continue ${one ? 'it' : 'them'} when the contacts have arrived`,
    end: to ? `${end}, because ${heir} may not import; stored rows stay` : `${end}, unless you choose a successor`,
  };
  return [
    ['Contacts', goes(counted(has.contacts, 'contact'), has.contacts > 0)],
    [
      'Open tasks',
      has.tasks > 0 &&
        `${counted(has.tasks, 'task')}: ${to ? `to ${heir}; about contacts that ${heir} does not see, ` : ''}to the owner of the contact, or to you`,
    ],
    ['Pools', goes(namesOf(has.pools), has.pools.length > 0)],
    ['Offices', goes(namesOf(has.offices), has.offices.length > 0)],
    ['Import templates', goes(namesOf(has.templates), has.templates.length > 0)],
    ['Groups', has.groups.length > 0 && `${namesOf(has.groups)}: the user stays a member`],
    ['Running imports', has.running_imports.length > 0 && `${namesOf(has.running_imports)}: ${imports[has.imports_go]}`],
    [
      'Running bulk actions',
      has.running_bulk_actions > 0 &&
        `${counted(has.running_bulk_actions, 'bulk action')}: nobody takes them over; they end after the current batch, finished batches stay`,
    ],
    ['Campaigns', has.running_campaigns.length > 0 && campaignWords(has.running_campaigns, heir)],
    [
      'People below',
      has.report_count > 0 &&
        `${counted(has.report_count, 'person', 'people')}: to ${user.manager?.name ?? 'nobody; they stand at the top'}`,
    ],
  ];
}

function campaignWords(campaigns: Belongings['running_campaigns'], heir: string): string {
  const ends = {
    continue: `runs on as ${heir}`,
    ask: `goes to ${heir}, and sends nothing until it is approved again`,
    stop: 'sends nothing until someone takes it over',
  };
  const names = Map.groupBy(campaigns, ({ goes }) => goes);
  return [...names].map(([goes, some]) => `${namesOf(some)}: ${ends[goes]}`).join('; ');
}
