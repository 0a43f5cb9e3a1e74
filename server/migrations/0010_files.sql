-- Stored files, of whatever area. A row comes before its bytes and goes after them, so that what is cut off in between is found again.
create table files (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  -- where the bytes lie: `<company>/<uuid>`
  key text not null,
  -- What uses it: rows of one table, which the area names (`kind`), and the row of it. Null until something does.
  kind text,
  owner_id bigint,
  -- as the sender called it: for display, never for a path
  name text not null,
  -- a media type, by content
  type text not null default 'application/octet-stream',
  -- bytes; while they arrive, how many are reserved
  size bigint not null,
  -- SHA-256 of the content; null where an earlier version stored it
  hash bytea,
  -- null: nobody was signed in
  uploaded_by bigint,
  state text not null default 'arriving',
  -- 1: AES-256-CTR, by an earlier version; 2: AES-256-GCM in chunks
  sealing smallint not null default 2,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, key),
  foreign key (company_id, uploaded_by) references users,
  -- dropped: nothing uses it any more, its bytes go next
  constraint files_state check (state in ('arriving', 'stored', 'kept', 'dropped')),
  constraint files_kept check ((state <> 'kept') or (kind is not null and owner_id is not null))
);
create index files_by_owner on files (company_id, kind, owner_id);
create index files_not_kept on files (company_id, created_at) where state <> 'kept';
create index files_sealed_before on files (company_id) where sealing = 1;
-- How much room a company takes is a sum over all of its files.
create index files_by_size on files (company_id) include (size) where state <> 'dropped';

-- The files of imports move here, before the policies of either table hide them from their owner.
alter table import_attempts no force row level security;
insert into files (company_id, key, kind, owner_id, name, type, size, uploaded_by, state, sealing, created_at)
select company_id, file_key, 'import', id, file_name,
  case sniffed->'layout'->>'format'
    when 'xlsx' then 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    when 'csv' then 'text/csv'
    else 'application/octet-stream'
  end,
  size, asked_by, 'kept', 1, created_at
from import_attempts where file_key is not null
on conflict do nothing;
alter table import_attempts force row level security;
-- file_key stays until a later version: nothing reads it any more.

call guard_tenant_table('files');
