-- Answers that leave later. At their hour they go out as if their writer pressed Send then.
create table scheduled_messages (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  conversation_id bigint not null,
  body text not null,
  -- rows of email_files
  attachments bigint[] not null default '{}',
  track_clicks boolean not null default false,
  send_at timestamptz not null,
  asked_by bigint not null,
  -- why it did not leave; its writer decides anew
  failure text,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, conversation_id) references conversations on delete cascade,
  foreign key (company_id, asked_by) references users
);
create index scheduled_messages_by_conversation on scheduled_messages (company_id, conversation_id, send_at, id);
create index scheduled_messages_by_asker on scheduled_messages (company_id, asked_by);
call guard_tenant_table('scheduled_messages');
