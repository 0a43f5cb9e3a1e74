-- The selection of an action that has begun is read no more, and may hold a searched number in clear.
alter table bulk_actions no force row level security;
update bulk_actions set selection = '{}' where status in ('processing', 'complete', 'cancelled');
alter table bulk_actions force row level security;
