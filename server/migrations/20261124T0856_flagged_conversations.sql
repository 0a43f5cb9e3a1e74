-- The few whose last words may mean that texts are not wanted, in the order of the inbox.
create index conversations_flagged on conversations (company_id, unread desc, last_at desc, id desc) where flagged;
