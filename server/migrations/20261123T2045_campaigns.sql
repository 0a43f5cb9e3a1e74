-- Campaigns: a message, who gets it, and when. The wire calls them campaign triggers; docs/decisions/0059 says what each field means.
create table campaign_triggers (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  -- in whose reach it looks for contacts, and who gets the answers
  owner_id bigint not null,
  name text not null,
  description text not null,
  search text not null generated always as (fold(name || ' ' || description)) stored,
  trigger_type text not null check (trigger_type in ('mail', 'sms')),
  category text not null check (category in ('marketing', 'service')),
  -- the text of an SMS
  body text not null,
  -- in their order
  email_ids bigint[] not null,
  sms_trigger_ids bigint[] not null,
  -- a row of email_files, attached to each mail
  file_id bigint,
  event text not null check (event in ('none', 'contact_created', 'status_changed', 'tag_added', 'became_client')),
  auto_trigger boolean not null,
  recurrence text not null check (recurrence in ('none', 'birthday', 'turning_65', 'policy_renewal', 'while_status')),
  days integer not null check (days between 0 and 365),
  hour integer not null check (hour between 0 and 23),
  zone text not null check (zone in ('company', 'recipient')),
  -- who qualifies: any of each; none is everyone
  tags bigint[] not null,
  status_ids bigint[] not null,
  corporation_ids bigint[] not null,
  global boolean not null,
  show_on_bulk boolean not null,
  show_on_conversation boolean not null,
  show_on_event boolean not null,
  -- approved: its mails as they were then, with their files; an edit empties all four
  approved_by bigint,
  approved_at timestamptz,
  mails jsonb,
  files bigint[] not null default '{}',
  enabled boolean not null default false,
  -- the next day that it looks at, and when
  next_day date,
  next_at timestamptz,
  -- when it was switched on, and up to when changes of contacts are seen
  enabled_at timestamptz,
  swept_at timestamptz,
  last_ran_at timestamptz,
  problem text not null default '',
  version integer not null default 1,
  updated_by bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, owner_id) references users,
  foreign key (company_id, approved_by) references users,
  foreign key (company_id, updated_by) references users
);
create index campaign_triggers_by_name on campaign_triggers (company_id, name collate by_name, id);
create index campaign_triggers_by_update on campaign_triggers (company_id, updated_at, id);
create index campaign_triggers_by_owner on campaign_triggers (company_id, owner_id);
create index campaign_triggers_running on campaign_triggers (company_id, next_at) where enabled;
call guard_tenant_table('campaign_triggers');

-- Contacts that a campaign has seen in one of its statuses, and since when: it counts its days from there.
create table campaign_people (
  company_id bigint not null references companies,
  trigger_id bigint not null,
  contact_id bigint not null,
  since date not null,
  primary key (company_id, trigger_id, contact_id),
  foreign key (company_id, trigger_id) references campaign_triggers on delete cascade,
  foreign key (company_id, contact_id) references contacts on delete cascade
);
create index campaign_people_by_contact on campaign_people (company_id, contact_id);
call guard_tenant_table('campaign_people');

-- A send of a campaign: its name at that time, and which of its steps it is, where it sends by itself.
alter table sends drop constraint sends_kind_check;
alter table sends add constraint sends_kind_check check (kind in ('single', 'group', 'broadcast', 'auto'));
alter table sends add column campaign_trigger_id bigint;
alter table sends add column campaign_name text;
alter table sends add column campaign_step text;
-- the once_key of its messages; null: its own id
alter table sends add column message_key text;
-- day and hour by the clocks of each recipient, as 2027-05-01 09:00; null: at once
alter table sends add column local_at text;
create unique index sends_by_step on sends (company_id, campaign_trigger_id, campaign_step) where campaign_step is not null;
create index sends_by_campaign on sends (company_id, campaign_trigger_id, created_at desc, id desc) where campaign_trigger_id is not null;
