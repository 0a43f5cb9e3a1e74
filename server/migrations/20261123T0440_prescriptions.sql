-- Prescriptions of contacts. What they say is one sealed text.
create table contact_prescriptions (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  contact_id bigint not null,
  details_sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts on delete cascade
);
create index contact_prescriptions_by_contact on contact_prescriptions (company_id, contact_id, id);
call guard_tenant_table('contact_prescriptions');
