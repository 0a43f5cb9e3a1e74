-- Policies and securities of contacts. Their numbers are sealed, and found by a blind index.
create table policies (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  contact_id bigint not null,
  kind text not null check (kind in ('policy', 'security')),
  carrier_id bigint,
  category_id bigint,
  -- the writing agent
  agent_id bigint,
  product text not null default '',
  number_sealed bytea,
  number_blind bytea,
  -- in ten-thousandths of a dollar
  premium bigint,
  commission bigint,
  premium_mode text check (premium_mode in ('monthly', 'quarterly', 'semiannual', 'annual', 'single')),
  effective_date date,
  renewal_date date,
  termination_date date,
  status text not null default 'pending' check (status in ('pending', 'in_force', 'lapsed', 'terminated', 'declined')),
  -- [{name, relation, share}], shares in percent
  beneficiaries jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts on delete cascade,
  foreign key (company_id, carrier_id) references carriers,
  foreign key (company_id, category_id) references categories,
  foreign key (company_id, agent_id) references users
);
create index policies_by_contact on policies (company_id, contact_id, id);
create index policies_by_number on policies (company_id, number_blind) where number_blind is not null;
create index policies_by_renewal on policies (company_id, renewal_date, contact_id) where status = 'in_force' and deleted_at is null;
create index policies_by_termination on policies (company_id, termination_date) where status = 'in_force' and deleted_at is null;
call guard_tenant_table('policies');

-- The kind that the contact's policies gave it last; null: they never gave it one. A contact of another kind got that from a user.
alter table contacts add column kind_by_policies text;
