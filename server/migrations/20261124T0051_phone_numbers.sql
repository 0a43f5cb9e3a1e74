-- Numbers that a company texts and calls from. The carrier says what each can do.
create table phone_numbers (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  -- ten digits
  number text not null check (number ~ '^[2-9][0-9]{9}$'),
  -- null: the company's pool
  user_id bigint,
  -- whose wallet pays the rent of a number of the pool; of a user's number that user pays
  payer_id bigint not null,
  -- the carrier's name of it
  provider_id text not null,
  -- quarantined: nobody texts from it any more, and answers still arrive until release_at
  state text not null default 'active' check (state in ('active', 'quarantined', 'released')),
  texts boolean not null default true,
  calls boolean not null default true,
  city text not null default '',
  region text not null default '',
  -- whether the carriers know it as one of the company's registered campaign
  registration text not null default 'none' check (registration in ('none', 'pending', 'approved', 'failed')),
  bought_at timestamptz not null,
  -- when the next month is paid
  rent_due_at timestamptz not null,
  -- since when a month could not be paid
  unpaid_since timestamptz,
  quarantined_at timestamptz,
  release_at timestamptz,
  released_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, payer_id) references users
);
create unique index phone_numbers_held on phone_numbers (company_id, number) where state <> 'released';
create index phone_numbers_of_user on phone_numbers (company_id, user_id, id);
create index phone_numbers_of_payer on phone_numbers (company_id, payer_id);
call guard_tenant_table('phone_numbers');

-- The number that last wrote with a contact: the next text comes from it too.
create table contact_numbers (
  company_id bigint not null references companies,
  contact_id bigint not null,
  phone_number_id bigint not null,
  used_at timestamptz not null,
  primary key (company_id, contact_id),
  foreign key (company_id, contact_id) references contacts on delete cascade,
  foreign key (company_id, phone_number_id) references phone_numbers
);
create index contact_numbers_by_number on contact_numbers (company_id, phone_number_id);
call guard_tenant_table('contact_numbers');

-- Where the demo's carrier brings what comes in for a number.
alter table sandbox_numbers add column sms_url text;
