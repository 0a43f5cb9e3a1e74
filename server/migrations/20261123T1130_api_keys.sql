-- Keys by which programs act as a user. Only their hash is stored; a user's API token is also sealed, because it can be shown again.
create table api_keys (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  user_id bigint not null,
  -- 'key', or 'token': the one key with every scope that a user has
  kind text not null check (kind in ('key', 'token')),
  name text not null,
  -- the beginning of the secret, to recognise it by
  prefix text not null,
  secret_hash bytea not null,
  secret_sealed bytea,
  scopes text[] not null,
  -- how its user had signed in: after single sign-on neither password nor second factor of ours is asked for
  method text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (company_id, id),
  unique (company_id, secret_hash),
  foreign key (company_id, user_id) references users on delete cascade
);
create index api_keys_by_user on api_keys (company_id, user_id, created_at desc, id desc);
call guard_tenant_table('api_keys');

-- What each key was used for, for 30 days.
create table api_key_calls (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  api_key_id bigint not null,
  at timestamptz not null,
  method text not null,
  -- of the contract, as /v1/contacts/:id
  path text not null,
  status integer not null,
  address text not null,
  primary key (company_id, id),
  foreign key (company_id, api_key_id) references api_keys on delete cascade
);
create index api_key_calls_by_key on api_key_calls (company_id, api_key_id, at desc, id desc);
create index api_key_calls_by_time on api_key_calls (company_id, at);
call guard_tenant_table('api_key_calls');

-- The journal and the audit log name the key that a call was made with. The default reads it from the transaction, as row-level security
-- reads the company, so that no statement can forget it.
alter table contact_changes add column api_key_id bigint;
alter table contact_changes alter column api_key_id set default nullif(current_setting('app.api_key_id', true), '')::bigint;
alter table audit_log add column api_key_id bigint;
alter table audit_log alter column api_key_id set default nullif(current_setting('app.api_key_id', true), '')::bigint;
