// The users as rows, each with what may be done with it.
import { Button } from '@mantine/core';
import {
  IconLogin2,
  IconMailForward,
  IconPencil,
  IconReceipt,
  IconRowInsertTop,
  IconSearchOff,
  IconUserCheck,
  IconUserOff,
  IconUsersPlus,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { acting } from '#app/impersonation.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { isMe, useMe } from '#app/session.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import { type AdminUser, inviteUser, listUsers } from '#contract/userAdmin.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { MenuDivider, MenuItem } from '#ui/Menu.tsx';
import { momentIn } from '#ui/moments.ts';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { PersonAvatar } from '#ui/PersonAvatar.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './UserListPage.module.css';
import { statusLabels, statusTones } from './userAdmin.labels.ts';

const FavoriteStar = later(() => import('#web/areas/identity/favorites/FavoriteStar.tsx').then((module) => module.FavoriteStar));
const dialogs = () => import('./userAdmin.dialogs.ts');
const TitleEdit = later(() => dialogs().then((module) => module.TitleEdit));
const RmEdit = later(() => dialogs().then((module) => module.RmEdit));
const UnitEdit = later(() => dialogs().then((module) => module.UnitEdit));
const MembershipDialog = later(() => dialogs().then((module) => module.MembershipDialog));
const ManagerEdit = later(() => dialogs().then((module) => module.ManagerEdit));

interface Props {
  users: UseQueryResult<AnswerOf<typeof listUsers>>;
  onEdit: (user: AdminUser) => void;
  onDeactivate: (user: AdminUser) => void;
  onReactivate: (user: AdminUser) => void;
  onInvite: () => void;
}

export function UserTable({ users, onEdit, onDeactivate, onReactivate, onInvite }: Props) {
  const me = useMe();
  const { order_field: field, order: direction } = useSearch({ from: '/shell/admin/users' });
  const navigate = useNavigate({ from: '/admin/users' });
  const [openId, setOpenId] = useState<number>();
  const [member, setMember] = useState<AdminUser>();
  const isOpen = ({ id }: AdminUser) => id === openId;
  if (users.isPending) return <SkeletonLines lines={10} height={28} />;
  const rows = users.data?.data ?? [];
  if (rows.length === 0) return <NoUsers onInvite={onInvite} />;
  return (
    <div className={classes.list} data-stale={users.isPlaceholderData || undefined}>
      <Suspense>
        <PlainTable
          label="Users"
          rows={rows}
          keyOf={({ id }) => id}
          order={{ field, direction }}
          onOrder={(next) =>
            void navigate({ search: (old) => ({ ...old, order_field: next.field, order: next.direction, page: 1 }) })
          }
          columns={[
            {
              header: 'Name',
              orderField: 'name',
              cell: (user) => <Name user={user} isOpen={isOpen(user)} onOpen={() => onEdit(user)} />,
            },
            {
              header: 'Role',
              orderField: 'role',
              cell: (user) =>
                isOpen(user) ? <RmEdit user={user} /> : user.relationship_manager ? `${user.role_name}, RM` : user.role_name,
            },
            {
              header: 'Business unit',
              orderField: 'business_unit',
              cell: (user) => (isOpen(user) ? <UnitEdit user={user} /> : user.business_unit.name),
            },
            { header: 'Manager', cell: (user) => (isOpen(user) ? <ManagerEdit user={user} /> : (user.manager?.name ?? '')) },
            {
              header: 'Status',
              cell: ({ status }) => <StatusBadge status={{ title: statusLabels[status], color: statusTones[status] }} />,
            },
            {
              header: 'Last seen',
              orderField: 'last_seen_at',
              cell: ({ last_seen_at }) => (
                <span className="figures">{last_seen_at ? momentIn(me.timezone, last_seen_at) : 'Never'}</span>
              ),
            },
          ]}
          actions={(user) =>
            isOpen(user) ? (
              <Button size="compact-sm" variant="light" onClick={() => setOpenId(undefined)}>
                Done
              </Button>
            ) : (
              <Actions
                user={user}
                onEdit={onEdit}
                onRowEdit={() => setOpenId(user.id)}
                onMembership={setMember}
                onDeactivate={onDeactivate}
                onReactivate={onReactivate}
              />
            )
          }
        />
      </Suspense>
      <Suspense>{member && <MembershipDialog user={member} onClose={() => setMember(undefined)} />}</Suspense>
    </div>
  );
}

const Name = ({ user, isOpen, onOpen }: { user: AdminUser; isOpen: boolean; onOpen: () => void }) => (
  <div className={classes.name}>
    <PersonAvatar person={user} />
    <div className={classes.who}>
      <button type="button" className={classes.open} onClick={onOpen}>
        {user.name}
      </button>
      {isOpen ? (
        <TitleEdit user={user} />
      ) : (
        <div className={classes.under}>{user.title ? `${user.title} · ${user.email}` : user.email}</div>
      )}
    </div>
    <Suspense>{user.status === 'active' && !isMe(user.id) && <FavoriteStar person={user} />}</Suspense>
  </div>
);

interface ActionsProps extends Pick<Props, 'onEdit' | 'onDeactivate' | 'onReactivate'> {
  user: AdminUser;
  onRowEdit: () => void;
  onMembership: (user: AdminUser) => void;
}

function Actions({ user, onEdit, onRowEdit, onMembership, onDeactivate, onReactivate }: ActionsProps) {
  const me = useMe();
  const invalidates = [listUsers];
  const invite = useSend(inviteUser, { invalidates, onDone: () => notice.done(`Mailed the invitation to ${user.email}`) });
  const byId = { params: { id: user.id } };
  const icon = { size: '1rem', stroke: 1.6 };
  const { can } = user;
  return (
    <OverflowMenu label={`Actions of ${user.name}`}>
      <MenuItem leftSection={<IconPencil {...icon} />} disabled={!can.update} onClick={() => onEdit(user)}>
        Edit
      </MenuItem>
      <MenuItem leftSection={<IconRowInsertTop {...icon} />} disabled={!can.update} onClick={onRowEdit}>
        Edit in the row
      </MenuItem>
      {can.login && (
        <MenuItem leftSection={<IconLogin2 {...icon} />} onClick={() => acting.set(user)}>
          Act as {user.first_name}
        </MenuItem>
      )}
      {can.invite && (
        <MenuItem leftSection={<IconMailForward {...icon} />} onClick={() => invite.mutate(byId)}>
          Mail the invitation again
        </MenuItem>
      )}
      {me.can['money.manage'] && user.status === 'active' && (
        <MenuItem leftSection={<IconReceipt {...icon} />} onClick={() => onMembership(user)}>
          Paid membership
        </MenuItem>
      )}
      {(can.reactivate || can.deactivate) && <MenuDivider />}
      {can.reactivate && (
        <MenuItem leftSection={<IconUserCheck {...icon} />} onClick={() => onReactivate(user)}>
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
  const { q, status, role, only_rm, impersonators } = useSearch({ from: '/shell/admin/users' });
  if (q || status !== 'all' || role !== 'all' || only_rm || impersonators)
    return (
      <EmptyState icon={IconSearchOff} title="No matching users" text="Change the search or the filters, or show all users.">
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
