-- E-mail templates. `doc` is a checked tree (contract/kit/mailDoc.ts), never HTML.
create table emails (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  owner_id bigint not null,
  share text not null check (share in ('private', 'team', 'company')),
  name text not null,
  subject text not null,
  doc jsonb not null,
  -- the text of doc, for the search
  body text not null,
  search text not null generated always as (fold(name || ' ' || subject || ' ' || body)) stored,
  attachments bigint[] not null default '{}',
  pictures bigint[] not null default '{}',
  active boolean not null default true,
  -- by hand; a moved row gets a number between its neighbours
  position double precision not null,
  version integer not null default 1,
  used integer not null default 0,
  last_used_at timestamptz,
  updated_by bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, owner_id) references users,
  foreign key (company_id, updated_by) references users
);
create index emails_by_position on emails (company_id, position, id);
create index emails_by_name on emails (company_id, name collate by_name, id);
create index emails_by_update on emails (company_id, updated_at, id);
create index emails_by_use on emails (company_id, used, id);
create index emails_by_owner on emails (company_id, owner_id);
call guard_tenant_table('emails');

-- Pictures and attachments of mails. Those that no template and no mail names are removed after a week.
create table email_files (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  name text not null,
  type text not null,
  size bigint not null,
  added_by bigint not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, added_by) references users
);
create index email_files_by_age on email_files (company_id, created_at);
call guard_tenant_table('email_files');
