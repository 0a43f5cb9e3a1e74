-- A company's settings, where they differ from the default that the code declares (setting() in kernel/settings.ts).
create table settings (
  company_id bigint not null references companies,
  name text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  -- null: the system
  updated_by bigint,
  primary key (company_id, name),
  foreign key (company_id, updated_by) references users
);
call guard_tenant_table('settings');
