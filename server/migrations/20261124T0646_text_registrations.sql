-- A company's registration with the carriers, without which they take no texts from its local numbers (A2P 10DLC): who it is (brand), and what it texts (campaign).
create table text_registrations (
  company_id bigint not null references companies,
  state text not null default 'draft' check (state in ('draft', 'pending', 'approved', 'failed', 'suspended')),
  -- as typed, by contract/registrations.ts
  brand jsonb not null default '{}',
  campaign jsonb not null default '{}',
  -- the tax number, and its last four digits to show
  ein_sealed bytea,
  ein_end text not null default '',
  version integer not null default 1,
  -- the carrier's names of what was sent: bundle of facts, brand, service that has the numbers
  profile_id text,
  product_id text,
  brand_id text,
  service_id text,
  -- whether the campaign was sent
  campaign_id text,
  -- null: a brand of low volume has none
  trust_score integer check (trust_score between 0 and 100),
  -- what the carrier found wrong: code, text and fields of each
  problems jsonb not null default '[]',
  submitted_at timestamptz,
  submitted_by bigint,
  approved_at timestamptz,
  -- when the carrier is asked again
  due_at timestamptz,
  asked_at timestamptz,
  -- since when the carrier refuses texts as unregistered although it should not
  refused_since timestamptz,
  primary key (company_id),
  foreign key (company_id, submitted_by) references users
);
create index text_registrations_due on text_registrations (company_id, due_at) where due_at is not null;
call guard_tenant_table('text_registrations');

alter table settings no force row level security;
alter table text_registrations no force row level security;
insert into text_registrations (company_id, state, approved_at)
select company_id, 'approved', now() from settings where name = 'compliance.text_registration' and value #>> '{}' = 'approved'
on conflict do nothing;
delete from settings where name = 'compliance.text_registration';
alter table text_registrations force row level security;
alter table settings force row level security;
