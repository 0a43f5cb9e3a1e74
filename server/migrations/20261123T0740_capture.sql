-- Forms that administrators design from custom fields. `sections` is what contract/captureForms.ts describes.
create table capture_forms (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  name text not null,
  key text not null generated always as (fold(name)) stored,
  position integer not null default 0,
  active boolean not null default true,
  sections jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, key)
);
call guard_tenant_table('capture_forms');

-- Each time somebody saved answers of a form: what changed, as {"<id of the custom field>": answer}. Current answers are in contact_field_values.
create table contact_captures (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  contact_id bigint not null,
  form_id bigint not null,
  at timestamptz not null default now(),
  actor_id bigint not null,
  impersonator_id bigint,
  before jsonb not null,
  after jsonb not null,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts on delete cascade,
  foreign key (company_id, form_id) references capture_forms on delete cascade,
  foreign key (company_id, actor_id) references users,
  foreign key (company_id, impersonator_id) references users
);
create index contact_captures_by_contact on contact_captures (company_id, contact_id, at desc, id desc);
create index contact_captures_by_form on contact_captures (company_id, form_id, at, contact_id);
call guard_tenant_table('contact_captures');
