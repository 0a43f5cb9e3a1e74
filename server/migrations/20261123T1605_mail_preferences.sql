-- A receiver who wants no more mail says so by the link of one message.
alter table messages add column unsubscribed_at timestamptz;
alter table sends add column unsubscribed integer not null default 0;
