-- What a company, or one of its users, has switched on or off against the default of its variant (contract/features.ts).
create table feature_overrides (
  company_id bigint not null references companies,
  -- 0: the company
  user_id bigint not null default 0,
  feature text not null,
  enabled boolean not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, user_id, feature)
);
call guard_tenant_table('feature_overrides');
