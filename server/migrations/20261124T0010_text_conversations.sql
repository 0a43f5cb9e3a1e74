-- Conversations by text: what is unread comes first, words are found by an index, and some wait for a person.
-- set when a text sounds like a revocation and is no exact word of one
alter table conversations add column flagged boolean not null default false;
create index conversations_unread_first on conversations (company_id, unread desc, last_at desc, id desc);
create index conversations_unread_first_of_owner on conversations (company_id, owner_id, unread desc, last_at desc, id desc);
alter table conversations add column words text not null generated always as (
  searchable(their_name || ' ' || their_address || ' ' || subject)) stored;
create index conversations_by_words on conversations using gin (company_id, words gin_trgm_ops);
alter table received_messages add column words text not null generated always as (searchable(left(body, 4000))) stored;
create index received_messages_by_words on received_messages using gin (company_id, words gin_trgm_ops);
