-- Who changed what decides over access. Rows are added and read, never changed and never deleted: no role of ours may.
create table audit_log (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  action text not null,
  of_type text not null,
  of_id bigint not null,
  before jsonb,
  after jsonb,
  -- 0: the system. No foreign keys: an entry outlives its people.
  actor_id bigint not null,
  impersonator_id bigint,
  -- null where no request was behind it
  address text,
  primary key (company_id, id)
);
create index audit_log_by_time on audit_log (company_id, at desc, id desc);
create index audit_log_by_subject on audit_log (company_id, of_type, of_id, at desc, id desc);
call guard_tenant_table('audit_log');
revoke update, delete on audit_log from steward_app, steward_operator;
