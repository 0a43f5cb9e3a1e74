-- A foreign key is checked as the tables' owner, from whom their policies would hide the rows.
alter table business_units no force row level security;

-- Groups of agentflow statuses have a place of their own; those in no group stand in the one without a title.
create table agentflow_status_groups (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  title text not null,
  key text not null generated always as (fold(title)) stored,
  position integer not null default 0,
  primary key (company_id, id),
  constraint agentflow_status_groups_key unique (company_id, key)
);
alter table agentflow_statuses no force row level security;
insert into agentflow_status_groups (company_id, title, position)
select distinct on (company_id, fold(group_title)) company_id, group_title, position from agentflow_statuses
order by company_id, fold(group_title), position, id
on conflict do nothing;
alter table agentflow_statuses add column group_id bigint;
update agentflow_statuses s set group_id = g.id
from agentflow_status_groups g where g.company_id = s.company_id and g.key = fold(s.group_title);
update agentflow_statuses s set title = s.title || ' (' || s.id || ')'
from (select company_id, id, row_number() over (partition by company_id, group_id, fold(title) order by position, id) as place
  from agentflow_statuses) d
where d.company_id = s.company_id and d.id = s.id and d.place > 1;
alter table agentflow_statuses alter column group_id set not null;
alter table agentflow_statuses add column key text not null generated always as (fold(title)) stored;
-- null: every unit's
alter table agentflow_statuses add column business_unit_id bigint;
alter table agentflow_statuses drop constraint agentflow_statuses_company_id_group_title_title_key;
alter table agentflow_statuses drop column group_title;
alter table agentflow_statuses add constraint agentflow_statuses_key unique (company_id, group_id, key);
alter table agentflow_statuses add constraint agentflow_statuses_group foreign key (company_id, group_id) references agentflow_status_groups;
alter table agentflow_statuses add constraint agentflow_statuses_unit foreign key (company_id, business_unit_id) references business_units;
alter table agentflow_statuses force row level security;
call guard_tenant_table('agentflow_status_groups');

-- Business profiles, under which a source may be worked.
create table corporations (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  name text not null,
  key text not null generated always as (fold(name)) stored,
  business_unit_id bigint,
  primary key (company_id, id),
  constraint corporations_key unique (company_id, key),
  foreign key (company_id, business_unit_id) references business_units
);
create table source_corporations (
  company_id bigint not null references companies,
  source_id bigint not null,
  corporation_id bigint not null,
  primary key (company_id, source_id, corporation_id),
  foreign key (company_id, source_id) references sources on delete cascade,
  foreign key (company_id, corporation_id) references corporations on delete cascade
);
create index source_corporations_by_corporation on source_corporations (company_id, corporation_id);
alter table sources no force row level security;
insert into corporations (company_id, name)
select distinct on (s.company_id, fold(n.name)) s.company_id, n.name from sources s cross join lateral unnest(s.corporations) n (name)
where n.name <> '' order by s.company_id, fold(n.name), n.name
on conflict do nothing;
insert into source_corporations (company_id, source_id, corporation_id)
select s.company_id, s.id, c.id from sources s cross join lateral unnest(s.corporations) n (name)
join corporations c on c.company_id = s.company_id and c.key = fold(n.name)
on conflict do nothing;
update sources s set title = s.title || ' (' || s.id || ')'
from (select company_id, id, row_number() over (partition by company_id, fold(title) order by id) as place from sources) d
where d.company_id = s.company_id and d.id = s.id and d.place > 1;
alter table sources add column key text not null generated always as (fold(title)) stored;
-- null: every unit's
alter table sources add column business_unit_id bigint;
alter table sources drop constraint sources_company_id_title_key;
alter table sources drop column corporations;
alter table sources add constraint sources_key unique (company_id, key);
alter table sources add constraint sources_unit foreign key (company_id, business_unit_id) references business_units;
alter table sources force row level security;
call guard_tenant_table('corporations');
call guard_tenant_table('source_corporations');
alter table business_units force row level security;
