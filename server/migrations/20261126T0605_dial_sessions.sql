-- A list of contacts that a user calls one after the other.
create table dial_sessions (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  user_id bigint not null,
  -- the name of the saved view that it was made from
  title text not null,
  state text not null default 'running' check (state in ('running', 'paused', 'ended')),
  -- whether its calls show a number of the contact's area
  local_presence boolean not null,
  started_at timestamptz not null,
  changed_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  check ((state = 'ended') = (ended_at is not null))
);
create unique index dial_sessions_open on dial_sessions (company_id, user_id) where state <> 'ended';
create index dial_sessions_of_user on dial_sessions (company_id, user_id, started_at desc, id desc);
create index dial_sessions_in_order on dial_sessions (company_id, started_at desc, id desc);
call guard_tenant_table('dial_sessions');

-- Frozen at its start. A contact that was merged may stand here twice; it is called once.
create table dial_session_contacts (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  dial_session_id bigint not null,
  contact_id bigint not null,
  -- in the order of the list, from 1
  place integer not null,
  -- the order of calls: what is put back gets a later one
  turn integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'current', 'called', 'skipped')),
  -- why it was skipped, or put back
  reason text not null default '',
  -- not before this: quiet hours, the limit of a day
  not_before timestamptz,
  -- it has waited since then: a call after it makes another one needless
  since timestamptz not null,
  shown_at timestamptz,
  settled_at timestamptz,
  -- the last call of its turn
  call_id bigint,
  primary key (company_id, id),
  foreign key (company_id, dial_session_id) references dial_sessions on delete cascade,
  foreign key (company_id, contact_id) references contacts on delete cascade,
  check ((state = 'current') <= (shown_at is not null))
);
create unique index dial_session_current on dial_session_contacts (company_id, dial_session_id) where state = 'current';
create index dial_session_turns on dial_session_contacts (company_id, dial_session_id, state, turn);
create index dial_session_places on dial_session_contacts (company_id, dial_session_id, place);
create index dial_sessions_of_contact on dial_session_contacts (company_id, contact_id);
call guard_tenant_table('dial_session_contacts');

-- Whether the user's calls show a number of the contact's area; null: as the company has it.
alter table users add column local_presence boolean;
