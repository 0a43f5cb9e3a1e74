-- That a receiver wanted no more is one of the things that happened to a mail.
alter table message_events drop constraint message_events_kind_check;
alter table message_events add constraint message_events_kind_check
  check (kind in ('delivered', 'bounced', 'opened', 'clicked', 'complained', 'replied', 'unsubscribed')) not valid;
alter table message_events validate constraint message_events_kind_check;
alter table messages no force row level security;
alter table message_events no force row level security;
insert into message_events (company_id, message_id, contact_id, address, kind, at, event_key)
  select company_id, id, contact_id, address, 'unsubscribed', unsubscribed_at, 'unsubscribed:' || id from messages
  where unsubscribed_at is not null
  on conflict (company_id, event_key) do nothing;
alter table messages force row level security;
alter table message_events force row level security;
create index messages_unsubscribed on messages (company_id, created_at desc, id desc) where unsubscribed_at is not null;
-- Of a mailing to thousands those few of whom there is more to tell than that it arrived.
create index messages_of_send_by_outcome on messages (company_id, send_id, id)
  where opened_at is not null or clicked_at is not null or replied_at is not null or unsubscribed_at is not null
    or bounced_at is not null or complained_at is not null;
