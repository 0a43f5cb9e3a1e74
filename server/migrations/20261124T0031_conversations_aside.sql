-- A conversation that its reader has set aside: done until the contact writes again, or for a time.
alter table conversations
  -- a later message ends it
  add column set_aside_at timestamptz,
  -- null: until the contact writes
  add column snoozed_until timestamptz;
create index conversations_snoozed on conversations (company_id, snoozed_until, id) where snoozed_until is not null;
