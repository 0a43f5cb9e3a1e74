-- Undoing a bulk action is a bulk action itself: it takes `undo_of` back, and lists what it left alone.
alter table bulk_actions add column undo_of bigint;
alter table bulk_actions add column kept integer not null default 0;
create index bulk_actions_by_undone on bulk_actions (company_id, undo_of) where undo_of is not null;

-- Contacts that an undo left as they are, wholly or in part, as somebody had changed them since.
create table bulk_action_kept (
  company_id bigint not null references companies,
  bulk_action_id bigint not null,
  contact_id bigint not null,
  -- as the journal names them
  fields text[] not null,
  -- the latest who changed one of them
  changed_by bigint,
  changed_at timestamptz,
  primary key (company_id, bulk_action_id, contact_id),
  foreign key (company_id, bulk_action_id) references bulk_actions on delete cascade,
  foreign key (company_id, contact_id) references contacts on delete cascade
);
call guard_tenant_table('bulk_action_kept');
