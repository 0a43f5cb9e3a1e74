-- The call of a user that waits while they ask a colleague: set in the colleague's row until the call is
-- passed on.
alter table calls add column consulted_for bigint;
create index calls_consulted on calls (company_id, consulted_for) where consulted_for is not null and state <> 'ended';

-- Leaders who listen to a call of one of their people, or speak in it. No calls of their own: they cost no
-- minutes and stand in no history.
create table call_watchers (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  -- of the leader's phone
  sid text not null,
  call_id bigint not null,
  user_id bigint not null,
  mode text not null check (mode in ('listen', 'whisper', 'join')),
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id),
  unique (company_id, sid),
  foreign key (company_id, call_id) references calls on delete cascade,
  foreign key (company_id, user_id) references users
);
create index call_watchers_of_call on call_watchers (company_id, call_id);
create index call_watchers_of_user on call_watchers (company_id, user_id);
-- nobody watches two calls at once
create unique index call_watchers_open on call_watchers (company_id, user_id) where ended_at is null;
call guard_tenant_table('call_watchers');

-- Callers who waited because nobody was free.
create table waiting_calls (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  -- of the caller's phone
  sid text not null,
  conference text not null,
  from_number text not null,
  to_number text not null,
  contact_id bigint,
  -- users who can answer it
  people bigint[] not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- gave_up: hung up; message: chose to leave one, or waited to the end; failed: the gateway died
  outcome text check (outcome in ('answered', 'gave_up', 'message', 'failed')),
  gateway text not null,
  primary key (company_id, id),
  unique (company_id, sid),
  foreign key (company_id, contact_id) references contacts on delete cascade,
  check ((ended_at is null) = (outcome is null))
);
create index waiting_calls_in_order on waiting_calls (company_id, started_at);
create index waiting_calls_of_contact on waiting_calls (company_id, contact_id) where contact_id is not null;
create index waiting_calls_of_conference on waiting_calls (company_id, conference) where ended_at is null;
create index waiting_calls_open on waiting_calls (started_at) where ended_at is null;
call guard_tenant_table('waiting_calls');
