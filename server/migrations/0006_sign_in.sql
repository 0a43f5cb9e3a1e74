-- Signing in, whole: second factors, passkeys, known devices, single sign-on, one-time tokens, and what a company demands of its people.

alter table companies add column require_two_factor boolean not null default false;
-- Roles that need one where not everybody does.
alter table companies add column two_factor_roles text[] not null default '{}';
alter table companies add column plan text not null default 'standard';
alter table companies add constraint companies_plan check (plan in ('standard', 'premium'));
-- The last day that is paid for. Null: without end.
alter table companies add column paid_until date;

-- Null: this person signs in without one.
alter table users alter column password_hash drop not null;
alter table users add column password_changed_at timestamptz not null default now();
alter table users add column must_change_password boolean not null default false;
-- The authenticator app's secret, sealed, and the last time step a code was taken of: none before it is taken again.
alter table users add column totp_secret_sealed bytea;
alter table users add column totp_step bigint;
alter table users add column email_codes boolean not null default false;
alter table users add column last_otp_at timestamptz;
-- Which of several second factors is asked for first.
alter table users add column second_factor text;
alter table users add constraint users_second_factor check (second_factor in ('app', 'email', 'passkey'));
-- Since when there is any second factor; null: there is none.
alter table users add column two_factor_since timestamptz;
-- What an authenticator gives back of whom a passkey is for: `<company>.<random>`.
alter table users add column passkey_handle text;

alter table sessions add column method text not null default 'password';
alter table sessions add constraint sessions_method check (method in ('password', 'passkey', 'sso', 'impersonation'));
-- The IANA zone of the browser.
alter table sessions add column place text not null default '';
-- Whoever acts in the person's place, and the session that this person comes back to.
alter table sessions add column impersonator_id bigint;
alter table sessions add column original_id bigint;

-- When whoever is at it last proved to be the person: by signing in, or by the password again.
alter table sessions add column proved_at timestamptz not null default now();
-- The token before, good for some seconds: calls that were under way when it changed still carry it.
alter table sessions add column previous_token_hash bytea;
alter table sessions add column rotated_at timestamptz;
create index sessions_by_previous_token on sessions (company_id, previous_token_hash) where previous_token_hash is not null;

-- Browsers that somebody has signed in with: the cookie `device` holds the token.
create table devices (
  company_id bigint not null references companies,
  user_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (company_id, user_id, token_hash),
  foreign key (company_id, user_id) references users on delete cascade
);
create index devices_by_last_seen on devices (company_id, last_seen_at);
call guard_tenant_table('devices');

-- What is handed out for one use: a link to reset a password, a sign-in that waits for its second factor, a second factor that waits for its
-- first code. The token names its company, only its hash is kept.
create table one_time_tokens (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  purpose text not null check (purpose in ('password_reset', 'second_factor', 'two_factor_setup', 'passkey_setup')),
  user_id bigint not null,
  token_hash bytea not null,
  data jsonb not null default '{}',
  -- A six-digit code that was mailed for it, and wrong ones tried since.
  code_hash bytea,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, token_hash),
  foreign key (company_id, user_id) references users on delete cascade
);
create index one_time_tokens_by_user on one_time_tokens (company_id, user_id, purpose);
create index one_time_tokens_by_expiry on one_time_tokens (company_id, expires_at);
call guard_tenant_table('one_time_tokens');

create table recovery_codes (
  company_id bigint not null references companies,
  user_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (company_id, user_id, code_hash),
  foreign key (company_id, user_id) references users on delete cascade
);
call guard_tenant_table('recovery_codes');

create table passkeys (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  user_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  backed_up boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (company_id, id),
  unique (company_id, credential_id),
  foreign key (company_id, user_id) references users on delete cascade
);
create index passkeys_by_user on passkeys (company_id, user_id, created_at);
call guard_tenant_table('passkeys');

-- Hashes of what may be answered or accepted once, whatever the company: a passkey's challenge waits here until it is answered.
create table challenges (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index challenges_by_expiry on challenges (expires_at);
grant select, insert, delete on challenges to steward_app, steward_operator;

-- Where a company's people may sign in from; none: from anywhere.
create table networks (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  network cidr not null,
  note text not null default '',
  created_by bigint not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, network),
  foreign key (company_id, created_by) references users
);
call guard_tenant_table('networks');

-- A company's OpenID provider.
create table sso_connections (
  company_id bigint primary key references companies,
  issuer text not null,
  client_id text not null,
  client_secret_sealed bytea,
  -- E-mail domains its people sign in with; each counts once it stands in sso_domains.
  domains text[] not null default '{}',
  enabled boolean not null default false,
  -- Nobody signs in with a password, but administrators, who have to mend this.
  required boolean not null default false,
  creates_users boolean not null default false,
  -- A session ends where the provider's does: it has to give refresh tokens.
  follows_provider boolean not null default false,
  default_role text not null default 'agent',
  business_unit_id bigint,
  updated_at timestamptz not null default now(),
  foreign key (company_id, business_unit_id) references business_units
);
call guard_tenant_table('sso_connections');

-- Verified domains, each of one company alone, looked up before the company is known (find_sso_company).
create table sso_domains (
  domain text primary key,
  company_id bigint not null,
  verified_at timestamptz not null default now()
);
create index sso_domains_by_company on sso_domains (company_id);
call guard_tenant_table('sso_domains');
alter table sso_domains no force row level security;
create function find_sso_company(wanted text) returns bigint
  language sql stable security definer set search_path = pg_catalog, public as $$
  select d.company_id from public.sso_domains d where d.domain = lower(trim(wanted))
$$;
revoke execute on function find_sso_company(text) from public;
grant execute on function find_sso_company(text) to steward_app;

create table sso_identities (
  company_id bigint not null references companies,
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (company_id, issuer, subject),
  foreign key (company_id, user_id) references users on delete cascade
);
create index sso_identities_by_user on sso_identities (company_id, user_id);
call guard_tenant_table('sso_identities');

-- What the provider said of a session: to end it when the provider ends its own, and to sign out there.
create table sso_sessions (
  company_id bigint not null references companies,
  session_id bigint not null,
  issuer text not null,
  subject text not null,
  sid text,
  id_token_sealed bytea not null,
  refresh_token_sealed bytea,
  checked_at timestamptz not null default now(),
  primary key (company_id, session_id),
  foreign key (company_id, session_id) references sessions on delete cascade
);
create index sso_sessions_by_subject on sso_sessions (company_id, issuer, subject);
call guard_tenant_table('sso_sessions');

-- The demo's mailbox, of all companies together.
create table sandbox_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  raw bytea not null,
  created_at timestamptz not null default now()
);
create index sandbox_mails_by_creation on sandbox_mails (created_at desc, id desc);
grant select, insert, delete on sandbox_mails to steward_app, steward_operator;
