// The users as rows, each with what may be done with it.
import { Button } from '@mantine/core';
import {
  IconLogin2,
  IconMailForward,
  IconPencil,
  IconSearchOff,
  IconUserCheck,
  IconUserOff,
  IconUsersPlus,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { becomeSomebodyElse, useMe } from '#app/session.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import { loginAsUser } from '#contract/sessions.ts';
import { type AdminUser, inviteUser, listUsers, reactivateUser } from '#contract/userAdmin.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { MenuDivider, MenuItem } from '#ui/Menu.tsx';
import { momentIn } from '#ui/moments.ts';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { PersonAvatar } from '#ui/PersonAvatar.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './UserListPage.module.css';
import { statusLabels, statusTones } from './userAdmin.labels.ts';

interface Props {
  users: UseQueryResult<AnswerOf<typeof listUsers>>;
  onEdit: (user: AdminUser) => void;
  onDeactivate: (user: AdminUser) => void;
  onInvite: () => void;
}

export function UserTable({ users, onEdit, onDeactivate, onInvite }: Props) {
  const me = useMe();
  if (users.isPending) return <SkeletonLines lines={10} height={28} />;
  const rows = users.data?.data ?? [];
  if (rows.length === 0) return <NoUsers onInvite={onInvite} />;
  return (
    <div className={classes.list} data-stale={users.isPlaceholderData || undefined}>
      <PlainTable
        label="Users"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Name', cell: (user) => <Name user={user} onOpen={() => onEdit(user)} /> },
          {
            header: 'Role',
            cell: ({ role_name, relationship_manager }) => (relationship_manager ? `${role_name}, RM` : role_name),
          },
          { header: 'Business unit', cell: ({ business_unit }) => business_unit.name },
          { header: 'Manager', cell: ({ manager }) => manager?.name ?? '' },
          {
            header: 'Status',
            cell: ({ status }) => <StatusBadge status={{ title: statusLabels[status], color: statusTones[status] }} />,
          },
          {
            header: 'Last seen',
            cell: ({ last_seen_at }) => (
              <span className="figures">{last_seen_at ? momentIn(me.timezone, last_seen_at) : 'Never'}</span>
            ),
          },
        ]}
        actions={(user) => <Actions user={user} onEdit={onEdit} onDeactivate={onDeactivate} />}
      />
    </div>
  );
}

const Name = ({ user, onOpen }: { user: AdminUser; onOpen: () => void }) => (
  <div className={classes.name}>
    <PersonAvatar person={user} />
    <div className={classes.who}>
      <button type="button" className={classes.open} onClick={onOpen}>
        {user.name}
      </button>
      <div className={classes.under}>{user.title ? `${user.title} · ${user.email}` : user.email}</div>
    </div>
  </div>
);

function Actions({ user, onEdit, onDeactivate }: { user: AdminUser } & Pick<Props, 'onEdit' | 'onDeactivate'>) {
  const invalidates = [listUsers];
  const invite = useSend(inviteUser, { invalidates, onDone: () => notice.done(`Mailed the invitation to ${user.email}`) });
  const reactivate = useSend(reactivateUser, { invalidates, onDone: () => notice.done(`${user.name} can sign in again`) });
  const login = useSend(loginAsUser, { onDone: becomeSomebodyElse });
  const byId = { params: { id: user.id } };
  const icon = { size: '1rem', stroke: 1.6 };
  const { can } = user;
  return (
    <OverflowMenu label={`Actions of ${user.name}`}>
      <MenuItem leftSection={<IconPencil {...icon} />} disabled={!can.update} onClick={() => onEdit(user)}>
        Edit
      </MenuItem>
      {can.login && (
        <MenuItem leftSection={<IconLogin2 {...icon} />} onClick={() => login.mutate({ ...byId, body: {} })}>
          Act as {user.first_name}
        </MenuItem>
      )}
      {can.invite && (
        <MenuItem leftSection={<IconMailForward {...icon} />} onClick={() => invite.mutate(byId)}>
          Mail the invitation again
        </MenuItem>
      )}
      {(can.reactivate || can.deactivate) && <MenuDivider />}
      {can.reactivate && (
        <MenuItem leftSection={<IconUserCheck {...icon} />} onClick={() => reactivate.mutate(byId)}>
          Reactivate
        </MenuItem>
      )}
      {can.deactivate && (
        <MenuItem color="red" leftSection={<IconUserOff {...icon} />} onClick={() => onDeactivate(user)}>
          {user.status === 'invited' ? 'Withdraw the invitation' : 'Deactivate'}
        </MenuItem>
      )}
    </OverflowMenu>
  );
}

function NoUsers({ onInvite }: { onInvite: () => void }) {
  const { q, status } = useSearch({ from: '/shell/admin/users' });
  if (q || status !== 'all')
    return (
      <EmptyState icon={IconSearchOff} title="No matching users" text="Change the search, or show all users.">
        <Button variant="default" renderRoot={(props) => <Link to="/admin/users" {...props} />}>
          Show all users
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState icon={IconUsersPlus} title="No users yet" text="Invite the people of your office by mail.">
      <Button onClick={onInvite}>Invite a user</Button>
    </EmptyState>
  );
}
