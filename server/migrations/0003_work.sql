-- Work that goes on behind a request: the outbox, bulk actions, imports, and the platform's own small tables.

-- What a transaction tells and asks for, written with it. The relay passes rows on, once each, and deletes them.
create table outbox (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  kind text not null check (kind in ('job', 'cable')),
  -- a job's task, or a cable message's stream
  name text not null,
  payload jsonb not null,
  -- who asked: the job acts as this person and checks again
  actor jsonb,
  run_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index outbox_by_creation on outbox (created_at, id);
call guard_tenant_table('outbox');

create table bulk_actions (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  deed text not null,
  asked_by bigint not null,
  selection jsonb not null,
  input jsonb not null,
  status text not null default 'queued' check (status in ('queued', 'processing', 'complete', 'cancelled', 'failed')),
  total integer,
  done integer not null default 0,
  changed integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, asked_by) references users
);
create index bulk_actions_by_creation on bulk_actions (company_id, created_at desc, id desc);
create index bulk_actions_by_asker on bulk_actions (company_id, asked_by, created_at desc, id desc);
call guard_tenant_table('bulk_actions');

-- The selection, frozen by the job's first statement; `done` in bulk_actions is how far along `ordinal` it is.
create table bulk_action_contacts (
  company_id bigint not null references companies,
  bulk_action_id bigint not null,
  ordinal integer not null,
  contact_id bigint not null,
  primary key (company_id, bulk_action_id, ordinal),
  foreign key (company_id, bulk_action_id) references bulk_actions on delete cascade
);
call guard_tenant_table('bulk_action_contacts');

create table import_settings (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  name text not null,
  form jsonb not null,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, name),
  foreign key (company_id, created_by) references users
);
call guard_tenant_table('import_settings');

-- One run of one file. `next_offset` and `next_line` are the checkpoint: every row before it is stored, skipped or rejected, none after
-- it is. `read` counts the file's bytes for the progress bar.
create table import_attempts (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  status text not null default 'draft' check (status in ('draft', 'queued', 'processing', 'complete', 'failed', 'cancelled')),
  asked_by bigint not null,
  owner_id bigint,
  pool_id bigint,
  retry_of bigint,
  file_name text not null,
  file_key text not null,
  size bigint not null,
  sniffed jsonb not null,
  form jsonb,
  read bigint not null default 0,
  next_offset bigint,
  next_line integer,
  created integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  rejected integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, asked_by) references users,
  foreign key (company_id, owner_id) references users,
  foreign key (company_id, pool_id) references pools
);
create index import_attempts_by_creation on import_attempts (company_id, created_at desc, id desc);
create index import_attempts_by_asker on import_attempts (company_id, asked_by, created_at desc, id desc);
call guard_tenant_table('import_attempts');

-- A rejected row as it stood in the file, and why; both sealed: they may quote a Medicare number.
create table import_rejects (
  company_id bigint not null references companies,
  import_id bigint not null,
  line integer not null,
  row_sealed bytea not null,
  reason_sealed bytea not null,
  primary key (company_id, import_id, line),
  foreign key (company_id, import_id) references import_attempts on delete cascade
);
call guard_tenant_table('import_rejects');

-- ── the platform's own, of no company ───────────────────────────────────────

-- Counts of calls by key and window. Lost in a crash, which harms nothing.
create unlogged table rate_limits (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);
create index rate_limits_by_window on rate_limits (window_start);
grant select, insert, update, delete on rate_limits to steward_app, steward_operator;

-- A sign of life from every relay and worker, for /v1/health.
create table heartbeats (
  part text not null,
  process text not null,
  at timestamptz not null default now(),
  primary key (part, process)
);
grant select on heartbeats to steward_app;
grant select, insert, update, delete on heartbeats to steward_operator;
