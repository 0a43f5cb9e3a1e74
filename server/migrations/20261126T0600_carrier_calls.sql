-- Calls over a carrier: no process of ours holds them, so what is under way stands here. A conference for
-- each call.
create table carrier_calls (
  company_id bigint not null references companies,
  conference text not null,
  -- as the carrier names it, once it says so
  carrier_conference text,
  state text not null default 'ringing' check (state in ('waiting', 'ringing', 'talking', 'message', 'ended')),
  -- our number, which phones outside see
  line text not null,
  record_at_once boolean not null,
  takes_messages boolean not null,
  -- the other side hears music
  held boolean not null default false,
  recording text not null default 'off' check (recording in ('off', 'announcing', 'on', 'paused')),
  -- the carrier's names of the recording and of the recorded leg, and the sid of the call whose recording it
  -- is
  recording_sid text,
  recording_leg text,
  recording_of text,
  -- sids of calls: that pays, whose user passed it on, that gets the message
  payer text,
  leaving text,
  message_of text,
  -- how the call ends whose caller leaves no message
  silence text not null default 'missed' check (silence in ('missed', 'declined')),
  -- the caller waits in the queue; then, for a message
  wait_until timestamptz,
  began_at timestamptz not null,
  talking_at timestamptz,
  -- when somebody looks whether it still runs, and asks for further minutes
  due_at timestamptz not null,
  primary key (company_id, conference)
);
create index carrier_calls_due on carrier_calls (due_at) where state <> 'ended';
create index carrier_calls_in_order on carrier_calls (company_id, began_at);
call guard_tenant_table('carrier_calls');

-- Its phones at the carrier.
create table carrier_legs (
  company_id bigint not null references companies,
  -- ours: the sid of its call, where it has one
  label text not null,
  conference text not null,
  -- as the carrier names it, once it says so
  carrier_sid text,
  -- null: an outside number
  user_id bigint,
  part text not null check (part in ('caller', 'called', 'asked', 'watcher')),
  -- silent: it rang, and nobody took it; its call is still open
  state text not null check (state in ('ringing', 'talking', 'silent', 'ended')),
  -- of the user's call, or of the watcher
  sid text,
  began_at timestamptz not null,
  primary key (company_id, label),
  foreign key (company_id, conference) references carrier_calls on delete cascade,
  foreign key (company_id, user_id) references users
);
create index carrier_legs_of_conference on carrier_legs (company_id, conference);
create index carrier_legs_by_sid on carrier_legs (company_id, sid) where sid is not null;
create index carrier_legs_by_carrier_sid on carrier_legs (company_id, carrier_sid) where carrier_sid is not null;
create index carrier_legs_of_user on carrier_legs (company_id, user_id) where user_id is not null;
call guard_tenant_table('carrier_legs');

-- Users whose phone is open at the carrier: while the token lasts that they asked for.
create table carrier_phones (
  company_id bigint not null references companies,
  user_id bigint not null,
  open_until timestamptz not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users
);
call guard_tenant_table('carrier_phones');

-- The application of the carrier that gets the number's calls. Null: none yet.
alter table phone_numbers add column voice_app text;
