-- A user's onboarding application, one each. `form` is what the user wrote (contract/signups.ts); it is a draft until it is sent.
create table signups (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  user_id bigint not null,
  status text not null default 'draft' check (status in ('draft', 'sent', 'returned', 'approved')),
  form jsonb not null,
  -- what the administrator wrote to the user
  note text not null default '',
  sent_at timestamptz,
  decided_at timestamptz,
  decided_by bigint,
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, user_id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, decided_by) references users
);
create index signups_by_status on signups (company_id, status, sent_at desc);
call guard_tenant_table('signups');
