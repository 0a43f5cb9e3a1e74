-- Calls of outside services (webhooks). The raw body is stored, then a job works on it.

-- The addresses that services call, one a company and kind, looked up by the hash of their token before the company is known (find_hook_line).
create table hook_lines (
  token_hash bytea primary key,
  company_id bigint not null,
  kind text not null,
  -- both can be shown again to administrators
  token_sealed bytea not null,
  secret_sealed bytea not null,
  created_at timestamptz not null default now()
);
create unique index hook_lines_by_company on hook_lines (company_id, kind);
call guard_tenant_table('hook_lines');
alter table hook_lines no force row level security;
create function find_hook_line(wanted bytea) returns table (company_id bigint, kind text)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select l.company_id, l.kind from public.hook_lines l where l.token_hash = wanted
$$;
revoke execute on function find_hook_line(bytea) from public;
grant execute on function find_hook_line(bytea) to steward_app;

create table hook_calls (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  kind text not null,
  -- the hash of the body: a call that comes again is the same row. Of a forged call null: it keeps out no true one
  body_hash bytea,
  state text not null check (state in ('waiting', 'done', 'failed', 'forged')),
  -- null when it was worked on
  body_sealed bytea,
  size integer not null,
  received_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  unique (company_id, kind, body_hash)
);
create index hook_calls_by_time on hook_calls (company_id, received_at desc, id desc);
call guard_tenant_table('hook_calls');
