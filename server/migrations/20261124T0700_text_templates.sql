-- Templates of texts: plain words with merge fields.
create table text_templates (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  owner_id bigint not null,
  share text not null check (share in ('private', 'team', 'company')),
  name text not null,
  body text not null,
  search text not null generated always as (fold(name || ' ' || body)) stored,
  version integer not null default 1,
  updated_by bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, owner_id) references users,
  foreign key (company_id, updated_by) references users
);
create index text_templates_by_name on text_templates (company_id, name collate by_name, id);
create index text_templates_by_owner on text_templates (company_id, owner_id);
call guard_tenant_table('text_templates');
