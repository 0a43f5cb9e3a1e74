-- An answer of the contact cancels what still waits for them.
alter table campaign_triggers add column stop_on_reply boolean not null default false;
alter table sends add column stop_on_reply boolean not null default false;
