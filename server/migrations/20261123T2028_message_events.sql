-- What happens to mails after they have left: delivered, bounced, opened, clicked, complained about, answered.
create table message_events (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  message_id bigint not null,
  contact_id bigint not null,
  address text not null,
  kind text not null check (kind in ('delivered', 'bounced', 'opened', 'clicked', 'complained', 'replied')),
  at timestamptz not null,
  -- a program opened it or followed its links, no person
  by_machine boolean not null default false,
  -- of a bounce: the address will never work
  permanent boolean not null default false,
  detail text not null default '',
  -- names the event wherever it comes from: the same one again is no second one
  event_key text not null,
  primary key (company_id, id),
  unique (company_id, event_key),
  foreign key (company_id, message_id) references messages on delete cascade,
  foreign key (company_id, contact_id) references contacts on delete cascade
);
create index message_events_by_contact on message_events (company_id, contact_id, at desc, id desc);
create index message_events_by_message on message_events (company_id, message_id, at);
create index message_events_by_address on message_events (company_id, address, at) where kind = 'bounced' and not permanent;
create index message_events_of_complaints on message_events (company_id, at) where kind = 'complained';
create index message_events_by_time on message_events (company_id, at);
call guard_tenant_table('message_events');

-- The first time of each; a message's state on screen is the furthest of them, so no late report takes one back.
alter table messages add column delivered_at timestamptz;
alter table messages add column bounced_at timestamptz;
alter table messages add column opened_at timestamptz;
alter table messages add column clicked_at timestamptz;
alter table messages add column complained_at timestamptz;
alter table messages add column replied_at timestamptz;
alter table sends add column delivered integer not null default 0;
alter table sends add column bounced integer not null default 0;
alter table sends add column opened integer not null default 0;
alter table sends add column clicked integer not null default 0;
alter table sends add column complained integer not null default 0;
alter table sends add column replied integer not null default 0;

-- An address that failed several times gets nothing until then.
alter table address_facts add column resting_until timestamptz;
-- Too many receivers complained: no marketing mail leaves until an administrator resumes it.
alter table lanes add column marketing_paused_at timestamptz;
