-- The compliance gate: what it reads before anything leaves for a contact.

-- The law, for every company. A change of the law is a row with a later day; a company's own rules are contact_rules.
create table law_rules (
  id text primary key,
  kind text not null check (kind in ('hours', 'cap', 'consent', 'list_age', 'purchase_months', 'inquiry_months', 'licence', 'registration',
    'postal_address', 'retention_years', 'disclaimer')),
  -- '' is the whole country
  state text not null default '',
  channels text[] not null,
  -- of hours: 0 is Sunday, 6 Saturday, 7 a federal holiday
  days smallint[] not null default '{}',
  -- by the contact's clock; both null: closed on these days
  opens_at time,
  closes_at time,
  -- a number of messages a day, of days, of months or of years
  amount integer,
  body text not null default '',
  title text not null,
  source text not null,
  effective_from date not null,
  effective_until date,
  check (effective_until > effective_from)
);
grant select on law_rules to steward_app, steward_operator;

create table contact_rules (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  kind text not null check (kind in ('hours', 'cap', 'consent', 'list_age', 'purchase_months', 'inquiry_months', 'licence', 'registration',
    'postal_address', 'retention_years', 'disclaimer')),
  state text not null default '',
  channels text[] not null,
  days smallint[] not null default '{}',
  opens_at time,
  closes_at time,
  amount integer,
  body text not null default '',
  title text not null,
  -- the law's rule that does not count while this one is in force; null: this one counts besides all others
  replaces text,
  -- it only sets the other rule aside
  waived boolean not null default false,
  effective_from date not null,
  effective_until date,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  check (effective_until >= effective_from),
  foreign key (company_id, created_by) references users
);
create index contact_rules_by_day on contact_rules (company_id, effective_from, id);
call guard_tenant_table('contact_rules');

-- Addresses that get nothing. They belong to no contact, so they outlive imports, merges and deletion.
create table suppressions (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  channel text not null check (channel in ('email', 'text', 'call')),
  -- ten digits, or an e-mail address in lower case
  address text not null,
  purpose text not null check (purpose in ('marketing', 'service', 'all')),
  reason text not null check (reason in ('revoked', 'asked', 'complaint', 'bounce', 'wrong_person', 'litigator', 'other')),
  note text not null default '',
  -- null: the system
  created_by bigint,
  created_at timestamptz not null default now(),
  lifted_at timestamptz,
  lifted_by bigint,
  lift_note text not null default '',
  primary key (company_id, id),
  foreign key (company_id, created_by) references users,
  foreign key (company_id, lifted_by) references users
);
create unique index suppressions_in_force on suppressions (company_id, channel, address, purpose) where lifted_at is null;
create index suppressions_by_creation on suppressions (company_id, created_at desc, id desc);
create index suppressions_by_address on suppressions (company_id, address text_pattern_ops, id);
call guard_tenant_table('suppressions');

-- Proof of what contacts agreed to and took back. Rows are added, never changed; they outlive the contact.
create table consents (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  contact_id bigint not null,
  -- 'inquiry': the contact asked for information, which allows calls for a while
  kind text not null check (kind in ('given', 'revoked', 'inquiry')),
  channel text not null check (channel in ('email', 'text', 'call')),
  purpose text not null check (purpose in ('marketing', 'service', 'all')),
  -- '': any of the contact's
  address text not null,
  text text not null,
  at timestamptz not null,
  ip text not null default '',
  source text not null default '',
  -- null: the system
  recorded_by bigint,
  recorded_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, recorded_by) references users
);
create index consents_by_contact on consents (company_id, contact_id, at desc, id desc);
create index consents_by_time on consents (company_id, at);
-- What a contact agreed to stood in one column; now each channel has its proof.
alter table contacts no force row level security;
insert into consents (company_id, contact_id, kind, channel, purpose, address, text, at, ip, source)
select c.company_id, c.id, 'given', channel, 'marketing', case channel when 'email' then c.email else c.phone end,
  coalesce(c.consent ->> 'text', ''), (c.consent ->> 'at')::timestamptz, coalesce(c.consent ->> 'ip', ''), coalesce(c.consent ->> 'source', '')
from contacts c cross join unnest(array['email', 'text', 'call']) channel
where c.consent is not null
on conflict do nothing;
alter table contacts force row level security;
call guard_tenant_table('consents');

create table do_not_call_lists (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  kind text not null check (kind in ('national', 'state', 'internal')),
  state text not null default '',
  name text not null,
  -- the day when the list was drawn
  as_of date not null,
  status text not null check (status in ('loading', 'ready', 'failed')),
  numbers integer not null default 0,
  -- lines without a US phone number
  refused integer not null default 0,
  -- lines that are read so far
  lines_read integer not null default 0,
  error text not null default '',
  uploaded_by bigint not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, uploaded_by) references users
);
create index do_not_call_lists_by_creation on do_not_call_lists (company_id, created_at desc, id desc);
call guard_tenant_table('do_not_call_lists');

create table do_not_call_numbers (
  company_id bigint not null references companies,
  number bigint not null,
  list_id bigint not null,
  primary key (company_id, number, list_id),
  foreign key (company_id, list_id) references do_not_call_lists on delete cascade
);
create index do_not_call_numbers_by_list on do_not_call_numbers (company_id, list_id);
call guard_tenant_table('do_not_call_numbers');

create table agent_licences (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  user_id bigint not null,
  state text not null,
  number text not null,
  expires_on date,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, user_id, state),
  foreign key (company_id, user_id) references users on delete cascade
);
call guard_tenant_table('agent_licences');

-- What providers say of an address: a landline gets no texts, a dead one nothing.
create table address_facts (
  company_id bigint not null references companies,
  address text not null,
  landline boolean not null default false,
  dead boolean not null default false,
  checked_at timestamptz not null default now(),
  primary key (company_id, address)
);
call guard_tenant_table('address_facts');

-- What left through the gate, with the gate's decision. Limits for an address and a day count these rows.
create table gate_passes (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  contact_id bigint not null,
  channel text not null check (channel in ('email', 'text', 'call')),
  purpose text not null check (purpose in ('marketing', 'service', 'reply', 'compliance')),
  address text not null,
  at timestamptz not null,
  decision jsonb not null,
  -- null: the system
  passed_by bigint,
  primary key (company_id, id),
  foreign key (company_id, passed_by) references users
);
create index gate_passes_by_address on gate_passes (company_id, channel, address, at desc);
create index gate_passes_by_contact on gate_passes (company_id, contact_id, at desc, id desc);
create index gate_passes_by_time on gate_passes (company_id, at);
call guard_tenant_table('gate_passes');

insert into law_rules (id, kind, state, channels, days, opens_at, closes_at, amount, title, source, effective_from) values
  ('us.hours', 'hours', '', '{call,text}', '{0,1,2,3,4,5,6,7}', '08:00', '21:00', null, 'Calls and texts from 8 am to 9 pm', '47 CFR 64.1200(c)(1)', '2003-10-01'),
  ('al.hours', 'hours', 'AL', '{call,text}', '{1,2,3,4,5,6}', '08:00', '20:00', null, 'Alabama: 8 am to 8 pm', 'Ala. Code 8-19A', '2003-10-01'),
  ('al.sundays', 'hours', 'AL', '{call,text}', '{0,7}', null, null, null, 'Alabama: not on Sundays and holidays', 'Ala. Code 8-19A', '2003-10-01'),
  ('ct.hours', 'hours', 'CT', '{call,text}', '{0,1,2,3,4,5,6,7}', '09:00', '20:00', null, 'Connecticut: 9 am to 8 pm', 'Conn. Gen. Stat. 42-288a', '2023-10-01'),
  ('fl.hours', 'hours', 'FL', '{call,text}', '{0,1,2,3,4,5,6,7}', '08:00', '20:00', null, 'Florida: 8 am to 8 pm', 'Fla. Stat. 501.616', '2021-07-01'),
  ('ky.hours', 'hours', 'KY', '{call,text}', '{0,1,2,3,4,5,6,7}', '10:00', '21:00', null, 'Kentucky: 10 am to 9 pm', 'KRS 367.46955', '2003-10-01'),
  ('la.hours', 'hours', 'LA', '{call,text}', '{1,2,3,4,5,6}', '08:00', '20:00', null, 'Louisiana: 8 am to 8 pm', 'La. R.S. 45:844', '2003-10-01'),
  ('la.sundays', 'hours', 'LA', '{call,text}', '{0,7}', null, null, null, 'Louisiana: not on Sundays and holidays', 'La. R.S. 45:844', '2003-10-01'),
  ('md.hours', 'hours', 'MD', '{call,text}', '{0,1,2,3,4,5,6,7}', '08:00', '20:00', null, 'Maryland: 8 am to 8 pm', 'Md. Com. Law 14-4502', '2024-01-01'),
  ('ma.hours', 'hours', 'MA', '{call,text}', '{0,1,2,3,4,5,6,7}', '08:00', '20:00', null, 'Massachusetts: 8 am to 8 pm', 'M.G.L. c. 159C', '2003-10-01'),
  ('mn.hours', 'hours', 'MN', '{call,text}', '{0,1,2,3,4,5,6,7}', '09:00', '21:00', null, 'Minnesota: 9 am to 9 pm', 'Minn. Stat. 325E.30', '2003-10-01'),
  ('ms.hours', 'hours', 'MS', '{call,text}', '{1,2,3,4,5,6}', '08:00', '20:00', null, 'Mississippi: 8 am to 8 pm', 'Miss. Code 77-3-723', '2003-10-01'),
  ('ms.sundays', 'hours', 'MS', '{call,text}', '{0,7}', null, null, null, 'Mississippi: not on Sundays and holidays', 'Miss. Code 77-3-723', '2003-10-01'),
  ('nv.hours', 'hours', 'NV', '{call,text}', '{0,1,2,3,4,5,6,7}', '09:00', '20:00', null, 'Nevada: 9 am to 8 pm', 'NRS 599B', '2003-10-01'),
  ('nm.hours', 'hours', 'NM', '{call,text}', '{0,1,2,3,4,5,6,7}', '09:00', '21:00', null, 'New Mexico: 9 am to 9 pm', 'NMSA 57-12-22', '2003-10-01'),
  ('ok.hours', 'hours', 'OK', '{call,text}', '{0,1,2,3,4,5,6,7}', '08:00', '20:00', null, 'Oklahoma: 8 am to 8 pm', '15 O.S. 775C', '2022-11-01'),
  ('or.hours', 'hours', 'OR', '{call,text}', '{0,1,2,3,4,5,6,7}', '08:00', '20:00', null, 'Oregon: 8 am to 8 pm', 'Or. HB 3865 (2025)', '2026-01-01'),
  ('pa.holidays', 'hours', 'PA', '{call,text}', '{7}', null, null, null, 'Pennsylvania: not on holidays', '73 P.S. 2245', '2003-10-01'),
  ('ri.hours', 'hours', 'RI', '{call,text}', '{1,2,3,4,5}', '09:00', '18:00', null, 'Rhode Island: 9 am to 6 pm', 'R.I. Gen. Laws 5-61', '2003-10-01'),
  ('ri.saturdays', 'hours', 'RI', '{call,text}', '{6}', '10:00', '17:00', null, 'Rhode Island: Saturdays 10 am to 5 pm', 'R.I. Gen. Laws 5-61', '2003-10-01'),
  ('ri.sundays', 'hours', 'RI', '{call,text}', '{0,7}', null, null, null, 'Rhode Island: not on Sundays and holidays', 'R.I. Gen. Laws 5-61', '2003-10-01'),
  ('sd.hours', 'hours', 'SD', '{call,text}', '{1,2,3,4,5,6}', '09:00', '21:00', null, 'South Dakota: 9 am to 9 pm', 'SDCL 37-30A', '2003-10-01'),
  ('sd.sundays', 'hours', 'SD', '{call,text}', '{0}', null, null, null, 'South Dakota: not on Sundays', 'SDCL 37-30A', '2003-10-01'),
  ('tx.hours', 'hours', 'TX', '{call,text}', '{1,2,3,4,5,6}', '09:00', '21:00', null, 'Texas: 9 am to 9 pm', 'Tex. Bus. & Com. Code 301.051', '2003-10-01'),
  ('tx.sundays', 'hours', 'TX', '{call,text}', '{0}', '12:00', '21:00', null, 'Texas: Sundays noon to 9 pm', 'Tex. Bus. & Com. Code 301.051', '2003-10-01'),
  ('ut.sundays', 'hours', 'UT', '{call,text}', '{0,7}', null, null, null, 'Utah: not on Sundays and holidays', 'Utah Code 13-25a-103', '2003-10-01'),
  ('wa.hours', 'hours', 'WA', '{call,text}', '{0,1,2,3,4,5,6,7}', '08:00', '20:00', null, 'Washington: 8 am to 8 pm', 'RCW 80.36.390', '2022-06-09'),
  ('wy.hours', 'hours', 'WY', '{call,text}', '{0,1,2,3,4,5,6,7}', '08:00', '20:00', null, 'Wyoming: 8 am to 8 pm', 'Wyo. Stat. 40-12-302', '2003-10-01'),
  ('us.cap', 'cap', '', '{call,text}', '{}', null, null, 3, 'At most 3 calls and 3 texts to a number in 24 hours', 'The strictest states, for all', '2021-07-01'),
  ('us.email_cap', 'cap', '', '{email}', '{}', null, null, 5, 'At most 5 e-mails to an address in 24 hours', 'Good practice', '2021-07-01'),
  ('us.consent', 'consent', '', '{text}', '{}', null, null, null, 'Marketing texts need consent', '47 CFR 64.1200(a)(2)', '2013-10-16'),
  ('us.list_age', 'list_age', '', '{call,text}', '{}', null, null, 31, 'The national do-not-call list is at most 31 days old', '16 CFR 310.4(b)(3)(iv)', '2005-01-01'),
  ('us.purchase', 'purchase_months', '', '{call,text}', '{}', null, null, 18, 'A purchase allows calls for 18 months', '47 CFR 64.1200(f)(5)', '2003-10-01'),
  ('us.inquiry', 'inquiry_months', '', '{call,text}', '{}', null, null, 3, 'An inquiry allows calls for 3 months', '47 CFR 64.1200(f)(5)', '2003-10-01'),
  ('us.licence', 'licence', '', '{email,text,call}', '{}', null, null, null, 'The agent holds a licence in the contact’s state', 'State insurance codes', '2003-10-01'),
  ('us.registration', 'registration', '', '{text}', '{}', null, null, null, 'Texts need a registered brand and campaign', 'A2P 10DLC', '2021-10-01'),
  ('us.postal_address', 'postal_address', '', '{email}', '{}', null, null, null, 'Marketing e-mail shows a postal address', '15 USC 7704(a)(5)', '2004-01-01'),
  ('us.retention', 'retention_years', '', '{email,text,call}', '{}', null, null, 10, 'Proof of consent and contact is kept for 10 years', '16 CFR 310.5; 42 CFR 422.504(d)', '2003-10-01');

insert into law_rules (id, kind, channels, title, body, source, effective_from) values
  ('us.tpmo', 'disclaimer', '{email,text,call}', 'Medicare: agents who do not offer every plan',
   'We do not offer every plan available in your area. Currently we represent {organizations} organizations which offer {products} products in your area. Please contact Medicare.gov, 1-800-MEDICARE, or your local State Health Insurance Program (SHIP) to get information on all of your options.',
   '42 CFR 422.2267(e)(41)', '2023-09-30');
