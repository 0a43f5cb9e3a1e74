-- A quiet company: its imports, bulk actions and sends wait. `quiet_since` is the administrators' switch, `held_since` the operator's.
alter table companies add column quiet_since timestamptz;
alter table companies add column held_since timestamptz;

-- Jobs that a worker put off. When the company is no longer quiet they go to the outbox again.
create table waiting_jobs (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  -- the outbox row that the job came from: put off twice after a crash, it waits once
  outbox_id bigint not null,
  name text not null,
  payload jsonb not null,
  actor jsonb not null,
  job_key text,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, outbox_id)
);
call guard_tenant_table('waiting_jobs');
