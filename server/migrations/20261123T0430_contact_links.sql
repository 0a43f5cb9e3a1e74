-- Linked contacts: one row a pair, which both contacts read. `relation` is what the other contact is to the first.
create table contact_links (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  contact_id bigint not null,
  other_contact_id bigint not null,
  relation text not null check (relation in ('spouse', 'household', 'child', 'parent', 'caregiver', 'cared_for', 'referral', 'referrer')),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts on delete cascade,
  foreign key (company_id, other_contact_id) references contacts on delete cascade
);
create index contact_links_by_contact on contact_links (company_id, contact_id);
create index contact_links_by_other on contact_links (company_id, other_contact_id);
call guard_tenant_table('contact_links');
