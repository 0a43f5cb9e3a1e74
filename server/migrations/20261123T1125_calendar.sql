-- Events. Local times are text, 2026-03-08T09:00, or 2026-03-08 of an all-day event, whose end is excluded: a time without its zone is no moment.
-- Of a series, `original` names the occurrence that a row replaces; `excluded` are the ones removed, and the rule has reached `expanded_until`.
create table events (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  owner_id bigint not null,
  contact_id bigint,
  series_id bigint,
  original text,
  title text not null,
  type text not null,
  color text,
  place text not null default '',
  notes text not null default '',
  private boolean not null default false,
  busy boolean not null default true,
  starts text not null,
  ends text not null,
  timezone text,
  rrule text,
  excluded text[] not null default '{}',
  expanded_until date,
  reminders integer[] not null default '{}',
  version integer not null default 1,
  uid text not null,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search text not null generated always as (fold(title || ' ' || place || ' ' || notes)) stored,
  primary key (company_id, id),
  foreign key (company_id, owner_id) references users,
  foreign key (company_id, contact_id) references contacts on delete cascade,
  foreign key (company_id, series_id) references events on delete cascade,
  foreign key (company_id, created_by) references users,
  check ((series_id is null) = (original is null)),
  check (length(starts) = case when timezone is null then 10 else 16 end and length(ends) = length(starts))
);
create unique index events_of_series on events (company_id, series_id, original) where series_id is not null;
create index events_by_contact on events (company_id, contact_id) where contact_id is not null;
create index events_by_uid on events (company_id, owner_id, uid);
create index events_to_expand on events (company_id, expanded_until) where expanded_until is not null;
call guard_tenant_table('events');

-- Each time that an event takes place. All-day events have the midnights of UTC here, whatever the zone of their reader.
-- `original` is '' for an event that does not repeat. An exception's row names the exception.
create table event_occurrences (
  company_id bigint not null references companies,
  event_id bigint not null,
  original text not null,
  owner_id bigint not null,
  private boolean not null,
  busy boolean not null,
  all_day boolean not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (company_id, event_id, original),
  foreign key (company_id, event_id) references events on delete cascade,
  foreign key (company_id, owner_id) references users
);
create index event_occurrences_by_owner on event_occurrences (company_id, owner_id, starts_at);
call guard_tenant_table('event_occurrences');

create table event_changes (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  event_id bigint not null,
  occurrence text,
  owner_id bigint not null,
  contact_id bigint,
  action text not null check (action in ('created', 'changed', 'removed')),
  at timestamptz not null default now(),
  actor_id bigint,
  impersonator_id bigint,
  private boolean not null,
  title text not null,
  type text not null,
  starts text not null,
  timezone text,
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  primary key (company_id, id),
  foreign key (company_id, owner_id) references users,
  foreign key (company_id, contact_id) references contacts on delete cascade,
  foreign key (company_id, actor_id) references users,
  foreign key (company_id, impersonator_id) references users
);
create index event_changes_by_owner on event_changes (company_id, owner_id, at desc, id desc);
create index event_changes_by_contact on event_changes (company_id, contact_id, at desc, id desc) where contact_id is not null;
call guard_tenant_table('event_changes');

-- A reminder goes to the event's owner once: a row is sent only while sent_at is null.
create table event_reminders (
  company_id bigint not null references companies,
  event_id bigint not null,
  starts_at timestamptz not null,
  minutes integer not null,
  original text not null,
  due_at timestamptz not null,
  sent_at timestamptz,
  primary key (company_id, event_id, starts_at, minutes),
  foreign key (company_id, event_id) references events on delete cascade
);
create index event_reminders_due on event_reminders (due_at, company_id) where sent_at is null;
call guard_tenant_table('event_reminders');

-- The secret address of a user's feed: only its hash.
create table calendar_feeds (
  company_id bigint not null references companies,
  user_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users on delete cascade
);
create unique index calendar_feeds_by_token on calendar_feeds (company_id, token_hash);
call guard_tenant_table('calendar_feeds');
