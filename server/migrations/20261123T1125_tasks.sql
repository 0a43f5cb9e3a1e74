-- What somebody is to do about a contact, and when. The earliest open task is the contact's next step.
create table tasks (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  contact_id bigint not null,
  -- the user who is to do it
  owner_id bigint not null,
  kind text not null check (kind in ('call', 'text', 'email', 'meet', 'other')),
  due_at timestamptz not null,
  note text not null default '',
  version integer not null default 1,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  done_by bigint,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts on delete cascade,
  foreign key (company_id, owner_id) references users,
  foreign key (company_id, created_by) references users,
  foreign key (company_id, done_by) references users
);
create index tasks_by_contact on tasks (company_id, contact_id, due_at, id) where done_at is null;
create index tasks_by_owner on tasks (company_id, owner_id, due_at, id) where done_at is null;
create index tasks_by_due on tasks (company_id, due_at, id) where done_at is null;
create index tasks_done_by on tasks (company_id, done_by, done_at desc, id desc) where done_at is not null;
create index tasks_done on tasks (company_id, done_at desc, id desc) where done_at is not null;
call guard_tenant_table('tasks');
