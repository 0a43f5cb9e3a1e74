-- What a carrier said of a number. A landline gets no texts, an invalid number nothing: `landline` and `dead` follow from the type.
alter table address_facts add column line_type text;
alter table address_facts add column carrier text not null default '';
alter table address_facts add column looked_up_at timestamptz;
create index address_facts_by_type on address_facts (company_id, line_type, address) where line_type is not null;

-- One check of one number, with its price.
create table phone_verifications (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  number text not null,
  contact_id bigint not null,
  asked_by bigint not null,
  bulk_action_id bigint,
  state text not null default 'waiting' check (state in ('waiting', 'checking', 'done', 'failed')),
  reason text check (reason in ('no_funds', 'unavailable')),
  line_type text,
  carrier text not null default '',
  -- ten-thousandths of a dollar
  cost bigint,
  -- the batch that checks it
  claim text,
  claimed_at timestamptz,
  -- whether money is held for that batch
  held boolean not null default false,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, asked_by) references users
);
-- A number is checked by one at a time.
create unique index phone_verifications_open on phone_verifications (company_id, number) where state in ('waiting', 'checking');
create index phone_verifications_due on phone_verifications (company_id, asked_by, tries, id) where state in ('waiting', 'checking');
create index phone_verifications_by_creation on phone_verifications (company_id, created_at, id);
create index phone_verifications_by_asker on phone_verifications (company_id, asked_by, created_at, id);
create index phone_verifications_by_number on phone_verifications (company_id, number, id);
create index phone_verifications_by_contact on phone_verifications (company_id, contact_id);
call guard_tenant_table('phone_verifications');
