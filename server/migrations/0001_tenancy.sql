-- The ground: how a tenant is chosen and guarded, and the people in it.

-- First in every transaction. `set local` (not set_config) because only that reaches Citus workers.
create function set_tenant(company_id bigint) returns void language plpgsql as $$
begin
  execute format('set local app.company_id = %L', company_id);
end $$;

-- Lower case without accents: what names are searched and ordered by. Immutable by promise: the dictionary is fixed.
create function fold(value text) returns text language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- Folded, with a space where a sign ends a word: "Smith-Jones" is two of them, "Robert (Bob)" too.
create function fold_words(value text) returns text language sql immutable parallel safe strict
  return translate(fold(value), '-()/"'',&', '        ');

-- How texts are found: by their words, and with the signs of an e-mail address turned into letters that folding leaves nowhere else: a
-- trigram index takes any sign for the end of a word, and would count the "com" of every address among the words in "c".
create function searchable(value text) returns text language sql immutable parallel safe strict
  return translate(fold_words(value), '.@', 'éè');

-- For short lists read by people; fixed here so that every server orders alike.
create collation if not exists by_name (provider = icu, locale = 'en-US-u-kn-true');

-- Called once for every table that a company's rows live in.
create procedure guard_tenant_table(name regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format($p$create policy tenant on %s
    using (company_id = nullif(current_setting('app.company_id', true), '')::bigint)
    with check (company_id = nullif(current_setting('app.company_id', true), '')::bigint)$p$, name);
  execute format('grant select, insert, update, delete on %s to steward_app, steward_operator', name);
end $$;

create table companies (
  company_id bigint generated always as identity primary key,
  name text not null,
  domain_name text not null,
  number integer not null,
  variant text not null check (variant in ('standard', 'agency', 'recruiting')),
  font_size text not null default 'medium' check (font_size in ('small', 'medium', 'large')),
  primary_color text not null default 'blue' check (primary_color in ('blue', 'teal', 'green', 'violet', 'orange')),
  background text not null default 'light' check (background in ('light', 'dark')),
  created_at timestamptz not null default now()
);
call guard_tenant_table('companies');

create table business_units (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  name text not null,
  number integer not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, name)
);
call guard_tenant_table('business_units');

create table users (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  business_unit_id bigint not null,
  manager_id bigint,
  role text not null check (role in ('admin', 'sub_admin', 'bu_admin', 'manager', 'regional_manager', 'district_manager',
    'field_manager', 'telemarketer', 'agent', 'basic', 'pool_holder')),
  number integer not null,
  email text not null,
  username text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  timezone text not null default 'est' check (timezone in ('est', 'cst', 'mst', 'pst', 'akst', 'hst')),
  about_me text not null default '',
  accepted_tos_at timestamptz,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search text not null generated always as (' ' || fold(first_name || ' ' || last_name || ' ' || email)) stored,
  primary key (company_id, id),
  foreign key (company_id, business_unit_id) references business_units,
  foreign key (company_id, manager_id) references users
);
create index users_by_manager on users (company_id, manager_id);
create index users_by_business_unit on users (company_id, business_unit_id);
create index users_by_name on users (company_id, last_name, first_name, id);
call guard_tenant_table('users');

-- E-mails and usernames are unique across companies, and looked up before the company is known: a table of its own (find_login).
create table logins (
  login text primary key,
  company_id bigint not null,
  user_id bigint not null
);
create index logins_by_user on logins (company_id, user_id);
call guard_tenant_table('logins');

-- The token names its company, so a session is found inside the tenant; only the token's hash is kept.
create table sessions (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  user_id bigint not null,
  token_hash bytea not null,
  address text not null default '',
  device text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (company_id, id),
  unique (company_id, token_hash),
  foreign key (company_id, user_id) references users on delete cascade
);
create index sessions_by_user on sessions (company_id, user_id, created_at desc);
create index sessions_by_expiry on sessions (company_id, expires_at);
call guard_tenant_table('sessions');

create table pools (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  name text not null,
  business_unit_id bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, name),
  foreign key (company_id, business_unit_id) references business_units
);
call guard_tenant_table('pools');

-- Who holds a pool: sees its contacts and may take them over.
create table pool_holders (
  company_id bigint not null references companies,
  pool_id bigint not null,
  user_id bigint not null,
  primary key (company_id, pool_id, user_id),
  foreign key (company_id, pool_id) references pools on delete cascade,
  foreign key (company_id, user_id) references users on delete cascade
);
create index pool_holders_by_user on pool_holders (company_id, user_id);
call guard_tenant_table('pool_holders');

-- What must be found before a tenant is known: every SECURITY DEFINER function stands here. Each takes a random token or a
-- unique name and tells as little as it can. Its owner reads `logins` unforced, the app only through its policy.
alter table logins no force row level security;
create function find_login(wanted text) returns table (company_id bigint, user_id bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select l.company_id, l.user_id from public.logins l where l.login = lower(trim(wanted))
$$;
revoke execute on function find_login(text) from public;
grant execute on function find_login(text) to steward_app;
