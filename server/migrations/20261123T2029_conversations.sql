-- Answers of contacts, by mail and later by text.
create table conversations (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  channel text not null check (channel in ('email', 'text')),
  -- our side: a number; of mail the user whom it is with, '' where that is nobody
  line text not null,
  their_address text not null,
  their_name text not null default '',
  -- null: no contact fits
  contact_id bigint,
  -- null: everyone who reaches the contact, or those who see the whole company
  owner_id bigint,
  subject text not null default '',
  excerpt text not null default '',
  last_at timestamptz not null,
  unread boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, channel, line, their_address),
  foreign key (company_id, contact_id) references contacts on delete cascade,
  foreign key (company_id, owner_id) references users
);
create index conversations_by_time on conversations (company_id, last_at desc, id desc);
create index conversations_by_owner on conversations (company_id, owner_id, last_at desc, id desc);
create index conversations_unread on conversations (company_id, owner_id, last_at desc, id desc) where unread;
create index conversations_by_contact on conversations (company_id, contact_id, last_at desc, id desc);
call guard_tenant_table('conversations');

create table received_messages (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  conversation_id bigint not null,
  -- theirs, or made of the mail where it has none: the same mail again is no second one
  message_key text not null,
  from_name text not null default '',
  from_address text not null,
  subject text not null default '',
  body text not null default '',
  -- as it was sent: a screen shows it only cleaned, in a frame without scripts
  html text,
  -- an out-of-office answer and the like
  automatic boolean not null default false,
  -- the message that it answers
  answers_id bigint,
  at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, message_key),
  foreign key (company_id, conversation_id) references conversations on delete cascade
);
create index received_messages_by_conversation on received_messages (company_id, conversation_id, at, id);
call guard_tenant_table('received_messages');

-- What we sent in a conversation.
alter table messages add column conversation_id bigint;
create index messages_by_conversation on messages (company_id, conversation_id, created_at, id) where conversation_id is not null;

-- An answer of a person to a contact who wrote.
alter table sends drop constraint sends_purpose_check;
alter table sends add constraint sends_purpose_check check (purpose in ('marketing', 'service', 'reply'));
