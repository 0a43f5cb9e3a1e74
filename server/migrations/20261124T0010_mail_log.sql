-- The list of all mails: by address, and those of the rarer states and outcomes, each in its order.
create index messages_by_address on messages (company_id, address, created_at desc, id desc);
create index messages_by_trouble on messages (company_id, state, created_at desc, id desc)
  where state in ('failed', 'blocked', 'unknown', 'cancelled');
create index messages_opened on messages (company_id, created_at desc, id desc) where opened_at is not null;
create index messages_clicked on messages (company_id, created_at desc, id desc) where clicked_at is not null;
create index messages_replied on messages (company_id, created_at desc, id desc) where replied_at is not null;
create index messages_bounced on messages (company_id, created_at desc, id desc) where bounced_at is not null;
create index messages_complained on messages (company_id, created_at desc, id desc) where complained_at is not null;
