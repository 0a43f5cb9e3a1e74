-- Mail to contacts. A send is what somebody asked for; each of its contacts has one message, which is what leaves the house.
create table sends (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  kind text not null check (kind in ('single', 'group', 'broadcast')),
  channel text not null check (channel in ('email')),
  purpose text not null check (purpose in ('marketing', 'service')),
  asked_by bigint not null,
  impersonator_id bigint,
  -- a second ask with the same key is the same send
  once_key text,
  email_id bigint,
  -- frozen when it was asked for
  subject text not null,
  content jsonb not null,
  -- the sender's name, address and values of merge fields, signature and foot
  frame jsonb not null,
  attachments bigint[] not null default '{}',
  pictures bigint[] not null default '{}',
  -- which contacts, until the send begins
  selection jsonb,
  status text not null check (status in ('scheduled', 'preparing', 'sending', 'paused', 'done', 'cancelled', 'failed')),
  bulk_action_id bigint,
  send_at timestamptz,
  created_at timestamptz not null default now(),
  -- when each contact had its message
  prepared_at timestamptz,
  finished_at timestamptz,
  total integer not null default 0,
  queued integer not null default 0,
  sent integer not null default 0,
  failed integer not null default 0,
  blocked integer not null default 0,
  unknown integer not null default 0,
  cancelled integer not null default 0,
  primary key (company_id, id),
  unique (company_id, asked_by, once_key),
  foreign key (company_id, asked_by) references users
);
create index sends_by_time on sends (company_id, created_at desc, id desc);
create index sends_by_asker on sends (company_id, asked_by, created_at desc, id desc);
create index sends_waiting on sends (company_id, id) where queued > 0;
call guard_tenant_table('sends');

create table messages (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  send_id bigint not null,
  contact_id bigint not null,
  address text not null,
  -- nobody gets a message of a key twice, and no address does; null where it is blocked
  once_key text not null,
  -- the contact as it was asked for: a merge moves contact_id
  once_contact bigint not null,
  once_address text,
  state text not null check (state in ('queued', 'sending', 'sent', 'failed', 'blocked', 'cancelled', 'unknown')),
  -- why it was blocked or failed, or waits
  reason text,
  -- what the compliance gate decided, and on what grounds
  decision jsonb,
  due_at timestamptz not null,
  claimed_at timestamptz,
  tries integer not null default 0,
  -- part of the addresses that only its receiver knows, as the link to unsubscribe
  secret uuid not null default gen_random_uuid(),
  -- how often a person sent it again: another mail, with another Message-ID
  round integer not null default 0,
  provider_id text,
  -- with its merge fields filled in
  subject text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (company_id, id),
  unique (company_id, once_key, once_contact),
  unique (company_id, once_key, once_address),
  foreign key (company_id, send_id) references sends,
  foreign key (company_id, contact_id) references contacts on delete cascade
);
create index messages_waiting on messages (company_id, send_id, due_at, id) where state = 'queued';
create index messages_claimed on messages (company_id, claimed_at) where state = 'sending';
create index messages_by_contact on messages (company_id, contact_id, created_at desc, id desc);
create index messages_by_time on messages (company_id, created_at desc, id desc);
create index messages_by_send on messages (company_id, send_id, id);
call guard_tenant_table('messages');

-- The demo's mail server can be asked whether it has accepted a message.
alter table sandbox_mails add column message_id text;
create index sandbox_mails_by_message on sandbox_mails (message_id);

-- One row for each way out of a company: a worker that sends holds its lease, so no two do.
create table lanes (
  company_id bigint not null references companies,
  channel text not null check (channel in ('email')),
  leased_until timestamptz not null,
  lease uuid not null,
  primary key (company_id, channel)
);
call guard_tenant_table('lanes');
