create table office_locations (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  name text not null,
  key text not null generated always as (fold(name)) stored,
  type text not null default 'branch' check (type in ('main', 'branch')),
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  phone text not null default '',
  email text not null default '',
  manager_id bigint,
  primary key (company_id, id),
  constraint office_locations_key unique (company_id, key),
  foreign key (company_id, manager_id) references users
);
call guard_tenant_table('office_locations');

-- People who are addressed together. null: the company's, of no one unit.
create table groups (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  name text not null,
  key text not null generated always as (fold(name)) stored,
  business_unit_id bigint,
  primary key (company_id, id),
  constraint groups_key unique (company_id, key),
  foreign key (company_id, business_unit_id) references business_units
);
call guard_tenant_table('groups');
create table group_members (
  company_id bigint not null references companies,
  group_id bigint not null,
  user_id bigint not null,
  primary key (company_id, group_id, user_id),
  foreign key (company_id, group_id) references groups on delete cascade,
  foreign key (company_id, user_id) references users on delete cascade
);
create index group_members_by_user on group_members (company_id, user_id);
call guard_tenant_table('group_members');

alter table pools no force row level security;
update pools p set name = p.name || ' (' || p.id || ')'
from (select company_id, id, row_number() over (partition by company_id, fold(name) order by id) as place from pools) d
where d.company_id = p.company_id and d.id = p.id and d.place > 1;
alter table pools force row level security;
alter table pools add column key text not null generated always as (fold(name)) stored;
alter table pools drop constraint pools_company_id_name_key;
alter table pools add constraint pools_key unique (company_id, key);
