// The users of a company: found, invited, changed, deactivated.
import { Button, Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { useShortcuts } from '#app/shortcuts.ts';
import { type AdminUser, listUserRoles, listUsers } from '#contract/userAdmin.ts';
import { userStatuses } from '#contract/userLists.ts';
import { later } from '#ui/later.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import classes from './UserListPage.module.css';
import { UserTable } from './UserTable.tsx';
import { statusLabels } from './userAdmin.labels.ts';
import type { UserSearch } from './userAdmin.routes.tsx';

const UserForm = later(() => import('./userAdmin.dialogs.ts').then((module) => module.UserForm));
const UserDeactivateDialog = later(() => import('./userAdmin.dialogs.ts').then((module) => module.UserDeactivateDialog));

const UserReactivateDialog = later(() => import('./userAdmin.dialogs.ts').then((module) => module.UserReactivateDialog));

const pageSize = 25;

export function UserListPage() {
  const { status, role, ...search } = useSearch({ from: '/shell/admin/users' });
  const navigate = useNavigate({ from: '/admin/users' });
  const chosen = { status: status === 'all' ? [] : [status], account_type: role === 'all' ? [] : [role] };
  const users = useQuery({
    ...queryOf(listUsers, { query: { ...search, ...chosen, limit: pageSize } }),
    placeholderData: keepPreviousData,
  });
  const [edited, setEdited] = useState<AdminUser | 'new'>();
  const [leaving, setLeaving] = useState<AdminUser>();
  const [returning, setReturning] = useState<AdminUser>();
  const invite = () => setEdited('new');
  useShortcuts([{ keys: 'n', label: 'Invite a user', group: 'Users', run: invite }]);
  const { total_count, total_pages } = users.data?.meta ?? {};

  return (
    <div className={classes.page}>
      <PageHeader title="Users" about={total_count?.toLocaleString('en-US')}>
        <Button variant="default" renderRoot={(props) => <Link to="/admin/users/import" {...props} />}>
          Add from a file
        </Button>
        <Button leftSection={<IconPlus size="1rem" />} onClick={invite}>
          Invite a user
        </Button>
      </PageHeader>
      <search className={classes.bar} aria-label="Users">
        <SearchBox />
        <SegmentedControl
          aria-label="Users in view"
          value={status}
          onChange={(next) => void navigate({ search: (old) => ({ ...old, status: next, page: 1 }) })}
          data={[{ value: 'all', label: 'All' }, ...userStatuses.map((value) => ({ value, label: statusLabels[value] }))]}
        />
        <Filters />
      </search>
      {users.error && !users.data ? (
        <FailedQuery query={users} />
      ) : (
        <UserTable users={users} onEdit={setEdited} onDeactivate={setLeaving} onReactivate={setReturning} onInvite={invite} />
      )}
      <Pages page={search.page} total={total_pages} onPage={(page) => void navigate({ search: (old) => ({ ...old, page }) })} />
      <Suspense>
        {edited && (
          <UserForm
            key={edited === 'new' ? 'new' : edited.id}
            user={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        )}
        {returning && <UserReactivateDialog user={returning} onClose={() => setReturning(undefined)} />}
        {leaving && <UserDeactivateDialog user={leaving} onClose={() => setLeaving(undefined)} />}
      </Suspense>
    </div>
  );
}

function Filters() {
  const { role, only_rm, impersonators } = useSearch({ from: '/shell/admin/users' });
  const navigate = useNavigate({ from: '/admin/users' });
  const roles = useQuery({ ...queryOf(listUserRoles), staleTime: Number.POSITIVE_INFINITY }).data?.data ?? [];
  const filter = (some: Partial<UserSearch>) => void navigate({ search: (old) => ({ ...old, ...some, page: 1 }) });
  return (
    <>
      <Select
        className={classes.role ?? ''}
        aria-label="Role"
        allowDeselect={false}
        data={[{ value: 'all', label: 'Every role' }, ...roles.map(({ value, label }) => ({ value, label }))]}
        value={role}
        onChange={(next) => next && filter({ role: next })}
      />
      <div className={classes.ticks}>
        <Checkbox
          label="Relationship managers"
          checked={only_rm}
          onChange={(event) => filter({ only_rm: event.currentTarget.checked })}
        />
        <Checkbox
          label="May act as others"
          checked={impersonators}
          onChange={(event) => filter({ impersonators: event.currentTarget.checked })}
        />
      </div>
    </>
  );
}

/** Typed text goes to the URL after a pause. */
function SearchBox() {
  const { q } = useSearch({ from: '/shell/admin/users' });
  const navigate = useNavigate({ from: '/admin/users' });
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  const sent = useRef(q);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next;
    void navigate({ search: (old) => ({ ...old, q: next, page: 1 }), replace: true });
  }, 200);
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setText(q);
  }, [q]);
  useShortcuts([{ keys: '/', label: 'Search users', group: 'Users', run: () => box.current?.focus() }]);
  return (
    <TextInput
      ref={box}
      className={classes.search ?? ''}
      type="search"
      aria-label="Search by name, e-mail or number"
      placeholder="Name, e-mail or number"
      leftSection={<IconSearch size="1rem" stroke={1.6} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}
