-- What an event was while it was private stays its owner's, also in the entry that says that it opened.
alter table event_changes no force row level security;
update event_changes set private = true where not private and before ->> 'private' = 'true';
alter table event_changes force row level security;
