-- Contacts and the look-up lists beside them.

create table statuses (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  title text not null,
  color text not null default 'gray',
  position integer not null default 0,
  primary key (company_id, id),
  unique (company_id, title)
);
call guard_tenant_table('statuses');

create table agentflow_statuses (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  title text not null,
  color text not null default 'gray',
  group_title text not null default '',
  position integer not null default 0,
  primary key (company_id, id),
  unique (company_id, group_title, title)
);
call guard_tenant_table('agentflow_statuses');

create table sources (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  title text not null,
  corporations text[] not null default '{}',
  primary key (company_id, id),
  unique (company_id, title)
);
call guard_tenant_table('sources');

create table carriers (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  name text not null,
  primary key (company_id, id),
  unique (company_id, name)
);
call guard_tenant_table('carriers');

create table tags (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  name text not null,
  color text not null default 'gray',
  key text not null generated always as (fold(name)) stored,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, key)
);
call guard_tenant_table('tags');

create table custom_fields (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  name text not null,
  type text not null check (type in ('text', 'number', 'date', 'boolean', 'choice')),
  choices text[] not null default '{}',
  position integer not null default 0,
  key text not null generated always as (fold(name)) stored,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, key)
);
call guard_tenant_table('custom_fields');

-- One row a person. Held by a user or by a pool, never both, never neither. Text is '' where unknown, so that order needs no nulls.
-- Phones are [{type, number}] with ten digits, e-mails [{address, state}], the first of each the preferred one.
-- No column that is filtered on is an enum, citext or numeric: their operators are not LEAKPROOF.
-- What lists filter by comes first: PostgreSQL reads a row from its beginning.
-- In `search` a space stands before every word but the last name, which is found by `sort_name`; the words of nicknames and organizations
-- stand there once more. Both are told by letters that are in no folded text.
create table contacts (
  company_id bigint not null, -- whose company it is: the owner's or the pool's
  id bigint generated always as identity,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  do_not_call boolean not null default false,
  do_not_text boolean not null default false,
  do_not_email boolean not null default false,
  do_not_mail boolean not null default false,
  deleted_at timestamptz,
  owner_id bigint,
  pool_id bigint,
  status_id bigint,
  agentflow_status_id bigint,
  source_id bigint,
  search text not null generated always as ('ł' || searchable(
    last_name || ' ' || first_name || ' ' || preferred_name || ' ' || organization
    || ' ' || coalesce(phones -> 0 ->> 'number', '') || ' ' || coalesce(phones -> 1 ->> 'number', '')
    || ' ' || coalesce(emails -> 0 ->> 'address', '') || ' ' || coalesce(emails -> 1 ->> 'address', ''))
    || case when preferred_name || organization = '' then '' else replace(searchable(' ' || preferred_name || ' ' || organization), ' ', ' ø') end) stored,
  tags bigint[] not null default '{}',
  kind text not null default 'lead' check (kind in ('lead', 'client')),
  category text,
  state text not null default '',
  zip_code text not null default '',
  birth_date date,
  sort_name text collate "C" not null generated always as (fold_words(last_name || ' ' || first_name)) stored,
  first_name text not null default '',
  middle_name text not null default '',
  last_name text not null default '',
  suffix text not null default '',
  preferred_name text not null default '',
  organization text not null default '',
  occupation text not null default '',
  gender text check (gender in ('male', 'female', 'other')),
  language text,
  marital_status text,
  tobacco_user boolean,
  timezone text,
  phones jsonb not null default '[]',
  emails jsonb not null default '[]',
  phone text not null generated always as (coalesce(phones -> 0 ->> 'number', '')) stored,
  phone_2 text generated always as (phones -> 1 ->> 'number') stored,
  email text not null generated always as (lower(coalesce(emails -> 0 ->> 'address', ''))) stored,
  email_2 text generated always as (lower(emails -> 1 ->> 'address')) stored,
  address text not null default '',
  address_2 text not null default '',
  city text not null default '',
  county text not null default '',
  address_key text not null generated always as (fold(address || ' ' || left(zip_code, 5))) stored,
  note text not null default '',
  consent jsonb,
  medicare_number_sealed bytea,
  medicare_number_blind bytea,
  medicare_part_a date,
  medicare_part_b date,
  medicare_plan text not null default '',
  medicare_carrier_id bigint,
  api_vendor jsonb,
  import_id bigint,
  import_line integer,
  last_activity_type text,
  last_activity_at timestamptz,
  primary key (company_id, id),
  check (num_nonnulls(owner_id, pool_id) = 1),
  foreign key (company_id, owner_id) references users,
  foreign key (company_id, pool_id) references pools,
  foreign key (company_id, status_id) references statuses,
  foreign key (company_id, agentflow_status_id) references agentflow_statuses,
  foreign key (company_id, source_id) references sources,
  foreign key (company_id, medicare_carrier_id) references carriers
);
-- An index behind every order, for the whole company, for one owner and for one pool; the company's own name the holder too, so that
-- a leader's list passes over the others' contacts without reading them. Then what is searched, filtered and matched by.
create index contacts_by_name on contacts (company_id, sort_name, id) include (owner_id, pool_id) where deleted_at is null;
create index contacts_by_owner_name on contacts (company_id, owner_id, sort_name, id) where deleted_at is null;
create index contacts_by_creation on contacts (company_id, created_at, id) include (owner_id, pool_id) where deleted_at is null;
create index contacts_by_owner_creation on contacts (company_id, owner_id, created_at, id) where deleted_at is null;
create index contacts_by_update on contacts (company_id, updated_at, id) include (owner_id, pool_id) where deleted_at is null;
create index contacts_by_owner_update on contacts (company_id, owner_id, updated_at, id) where deleted_at is null;
create index contacts_by_pool_name on contacts (company_id, pool_id, sort_name, id) where pool_id is not null and deleted_at is null;
create index contacts_by_pool_creation on contacts (company_id, pool_id, created_at, id) where pool_id is not null and deleted_at is null;
create index contacts_by_pool_update on contacts (company_id, pool_id, updated_at, id) where pool_id is not null and deleted_at is null;
create index contacts_deleted on contacts (company_id, sort_name, id) where deleted_at is not null;
create index contacts_by_search on contacts using gin (company_id, search gin_trgm_ops);
-- Without the company: these ids are no other company's. Any of them together are one look.
create index contacts_by_value on contacts using gin (tags, status_id, source_id, agentflow_status_id, owner_id);
create index contacts_by_birth_date on contacts (company_id, birth_date) where birth_date is not null;
create index contacts_by_state on contacts (company_id, state, zip_code) where deleted_at is null;
create index contacts_by_phone on contacts (company_id, phone) where phone <> '';
create index contacts_by_phone_2 on contacts (company_id, phone_2) where phone_2 is not null;
create index contacts_by_email on contacts (company_id, email) where email <> '';
create index contacts_by_email_2 on contacts (company_id, email_2) where email_2 is not null;
create index contacts_by_address on contacts (company_id, address_key) where address_key <> ' ';
create index contacts_by_import on contacts (company_id, import_id, import_line) where import_id is not null;
alter table contacts alter column search set statistics 1000;
call guard_tenant_table('contacts');
-- An import into a young database may meet a table that the planner knows nothing of yet: it looks first (imports.run.ts).
grant maintain on contacts to steward_app;

-- Values of a company's own fields: one typed column is filled, by the field's type; a choice is text.
create table contact_field_values (
  company_id bigint not null references companies,
  contact_id bigint not null,
  field_id bigint not null,
  text_value text,
  number_value double precision,
  date_value date,
  boolean_value boolean,
  -- what a text is found by: its beginning, folded, for an index row has bounds
  text_key text collate "C" generated always as (left(fold(text_value), 200)) stored,
  primary key (company_id, contact_id, field_id),
  check (num_nonnulls(text_value, number_value, date_value, boolean_value) = 1),
  foreign key (company_id, contact_id) references contacts on delete cascade,
  foreign key (company_id, field_id) references custom_fields on delete cascade
);
-- The beginning alone: a whole text may be larger than an index row.
create index contact_field_values_by_text on contact_field_values (company_id, field_id, text_key, contact_id);
create index contact_field_values_by_number on contact_field_values (company_id, field_id, number_value, contact_id);
create index contact_field_values_by_date on contact_field_values (company_id, field_id, date_value, contact_id);
call guard_tenant_table('contact_field_values');

create table contact_notes (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  contact_id bigint not null,
  author_id bigint not null,
  body text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts on delete cascade,
  foreign key (company_id, author_id) references users
);
create index contact_notes_by_contact on contact_notes (company_id, contact_id, created_at desc, id desc);
call guard_tenant_table('contact_notes');

-- The one journal: who changed what of which contact, as whom and by which action; changed columns only, before and after.
-- Undo, the timeline and the audit's restore read it. Sealed fields are named in it, their values never stand in it.
create table contact_changes (
  company_id bigint not null,
  at timestamptz not null default now(),
  id bigint generated always as identity,
  contact_id bigint not null,
  action text not null,
  actor_id bigint,
  impersonator_id bigint,
  import_id bigint,
  bulk_action_id bigint,
  note_id bigint,
  before jsonb,
  after jsonb,
  primary key (company_id, at, id)
) partition by range (at);
create index contact_changes_by_contact on contact_changes (company_id, contact_id, at desc, id desc);
create index contact_changes_by_import on contact_changes (company_id, import_id) where import_id is not null;
create index contact_changes_by_bulk_action on contact_changes (company_id, bulk_action_id) where bulk_action_id is not null;
call guard_tenant_table('contact_changes');

-- A month's partition, made ahead of time by set-up and by a daily job. Partitions are reached through their parent alone.
create function make_contact_change_partitions(from_day date, months integer) returns void
  language plpgsql security definer set search_path = pg_catalog, public set timezone = 'UTC' as $$
declare
  month date := date_trunc('month', from_day);
begin
  for i in 0 .. months - 1 loop
    execute format('create table if not exists public.%I partition of public.contact_changes for values from (%L) to (%L)',
      'contact_changes_' || to_char(month, 'YYYY_MM'), month, month + interval '1 month');
    month := month + interval '1 month';
  end loop;
end $$;
revoke execute on function make_contact_change_partitions(date, integer) from public;
grant execute on function make_contact_change_partitions(date, integer) to steward_operator;
select make_contact_change_partitions(current_date - 800, 32);
