-- A list of contacts that a user saved under a name: which contacts, in which order, with which columns.
create table saved_views (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  owner_id bigint not null,
  name text not null,
  key text not null generated always as (fold(name)) stored,
  -- seen by its owner alone; a shared one also by the people in the owner's reach and by those who reach the owner
  private boolean not null default true,
  -- a contacts scope (contract/contactsScope.ts) without paging
  scope jsonb not null,
  columns text[] not null,
  layout text not null check (layout in ('list', 'board')),
  -- among the views of its owner
  position integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint not null,
  primary key (company_id, id),
  foreign key (company_id, owner_id) references users,
  foreign key (company_id, updated_by) references users
);
create index saved_views_by_owner on saved_views (company_id, owner_id, position, id);
create index saved_views_shared on saved_views (company_id, key, id) where not private;
call guard_tenant_table('saved_views');
