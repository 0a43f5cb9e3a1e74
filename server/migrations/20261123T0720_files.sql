-- Files of contacts, uploads that are not finished, and recordings of calls. Their bytes are rows of `files`, which name these as their owner.
create table contact_files (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  contact_id bigint not null,
  -- as people call it; the sender's name stands in `files`
  name text not null,
  -- a media type, by content
  type text not null,
  size bigint not null,
  scan text not null default 'not_scanned' check (scan in ('not_scanned', 'clean', 'infected')),
  -- the one that was found
  virus text not null default '',
  added_by bigint,
  -- the upload in parts that it came by: a sender who lost the last answer asks again
  upload_id bigint,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts on delete cascade,
  foreign key (company_id, added_by) references users
);
create index contact_files_by_contact on contact_files (company_id, contact_id, id);
create unique index contact_files_by_upload on contact_files (company_id, upload_id) where upload_id is not null;
create index contact_files_removed on contact_files (company_id, deleted_at) where deleted_at is not null;
call guard_tenant_table('contact_files');

-- Each part that has arrived is a row of `files`, in order.
create table file_uploads (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  contact_id bigint not null,
  name text not null,
  -- of the whole file
  size bigint not null,
  -- milliseconds, on the sender's machine
  modified bigint not null,
  started_by bigint not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts on delete cascade,
  foreign key (company_id, started_by) references users
);
create index file_uploads_by_contact on file_uploads (company_id, contact_id, id);
call guard_tenant_table('file_uploads');

create table call_files (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  contact_id bigint not null,
  -- who called or was called
  user_id bigint,
  direction text not null check (direction in ('inbound', 'outbound')),
  -- the contact's: ten digits
  number text not null,
  started_at timestamptz not null,
  seconds integer not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts on delete cascade,
  foreign key (company_id, user_id) references users
);
create index call_files_by_contact on call_files (company_id, contact_id, started_at);
call guard_tenant_table('call_files');
