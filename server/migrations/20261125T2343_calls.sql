-- One row for each phone of ours that a call concerns: between two colleagues there are two, with one `conference`.
create table calls (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  -- as the phone service names it: CA and 32 digits
  sid text not null,
  conference text not null,
  user_id bigint not null,
  direction text not null check (direction in ('inbound', 'outbound')),
  -- ten digits, or user:7
  from_number text not null,
  to_number text not null,
  their_number text collate "C" not null generated always as (case when direction = 'inbound' then from_number else to_number end) stored,
  contact_id bigint,
  -- the other side, where it is a colleague
  colleague_id bigint,
  state text not null default 'ringing' check (state in ('ringing', 'active', 'ended')),
  outcome text check (outcome in ('answered', 'no_answer', 'busy', 'declined', 'cancelled', 'missed', 'elsewhere', 'voicemail', 'failed')),
  recording text not null default 'off' check (recording in ('off', 'on', 'paused')),
  -- the code of the phone service, where it failed
  error_code integer,
  started_at timestamptz not null,
  answered_at timestamptz,
  ended_at timestamptz,
  -- what the compliance gate said, and why a person called all the same
  decision jsonb,
  override_reason text not null default '',
  -- who pays: null: nothing is charged
  paid_by text check (paid_by in ('licence', 'wallet', 'free')),
  -- minutes taken for it so far, in blocks of five
  blocks integer not null default 0,
  minutes integer not null default 0,
  -- of the running block: taken from a licence, and held in the wallet
  licence_id bigint,
  licence_minutes integer not null default 0,
  wallet_minutes integer not null default 0,
  call_file_id bigint,
  disposition text,
  -- the entry of the journal that the disposition made
  activity_id bigint,
  note text not null default '',
  -- of its sound: sums, worst values and warnings; the user's score
  quality jsonb,
  -- the process that carries it, to end it when that process is gone
  gateway text not null,
  primary key (company_id, id),
  unique (company_id, sid),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, colleague_id) references users,
  foreign key (company_id, contact_id) references contacts on delete cascade,
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (outcome is not null))
);
create index calls_of_user on calls (company_id, user_id, started_at desc, id desc);
create index calls_in_order on calls (company_id, started_at desc, id desc);
create index calls_of_contact on calls (company_id, contact_id, started_at desc, id desc) where contact_id is not null;
create index calls_of_number on calls (company_id, their_number, started_at desc, id desc);
create index calls_by_outcome on calls (company_id, outcome, started_at desc, id desc) where outcome is not null;
create index calls_recorded on calls (company_id, started_at desc, id desc) where call_file_id is not null;
create index calls_of_colleague on calls (company_id, colleague_id) where colleague_id is not null;
create index calls_open on calls (company_id, user_id) where state <> 'ended';
create index calls_by_age on calls (started_at) where state <> 'ended';
create index calls_of_conference on calls (company_id, conference);
call guard_tenant_table('calls');

-- Processes of the phone, with the address at which other processes reach them. Of no company.
create table voice_gateways (
  process text primary key,
  address text not null,
  at timestamptz not null default now()
);
grant select, insert, update, delete on voice_gateways to steward_app, steward_operator;

-- Whose number is called: looked up before the company is known (find_number_company). Numbers that are not released.
create table called_numbers (
  number text primary key,
  company_id bigint not null
);
create index called_numbers_by_company on called_numbers (company_id);
call guard_tenant_table('called_numbers');
alter table called_numbers no force row level security;
alter table phone_numbers no force row level security;
insert into called_numbers (number, company_id)
  select number, max(company_id) from phone_numbers where state <> 'released' group by number;
alter table phone_numbers force row level security;
create function find_number_company(wanted text) returns table (company_id bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select n.company_id from public.called_numbers n where n.number = wanted
$$;
revoke execute on function find_number_company(text) from public;
grant execute on function find_number_company(text) to steward_app;

-- A recording of a number that is no contact's yet.
alter table call_files alter column contact_id drop not null;
-- Recordings are deleted by their time, when the law's retention has passed.
create index call_files_in_order on call_files (company_id, started_at);

alter table law_rules drop constraint law_rules_kind_check;
alter table law_rules add constraint law_rules_kind_check check (kind in ('hours', 'cap', 'consent', 'list_age', 'purchase_months',
  'inquiry_months', 'licence', 'registration', 'postal_address', 'retention_years', 'recording_years', 'disclaimer'));
alter table contact_rules drop constraint contact_rules_kind_check;
alter table contact_rules add constraint contact_rules_kind_check check (kind in ('hours', 'cap', 'consent', 'list_age', 'purchase_months',
  'inquiry_months', 'licence', 'registration', 'postal_address', 'retention_years', 'recording_years', 'disclaimer'));
insert into law_rules (id, kind, channels, amount, title, source, effective_from, effective_until) values
  ('us.recordings', 'recording_years', '{call}', 10, 'Recordings of calls are kept for 10 years', '42 CFR 422.2274(g)(2)(ii)', '2022-10-01', '2026-06-01'),
  ('us.recordings_2027', 'recording_years', '{call}', 6, 'Recordings of calls are kept for 6 years', '42 CFR 422.2274(g)(2)(ii)', '2026-06-01', null);
