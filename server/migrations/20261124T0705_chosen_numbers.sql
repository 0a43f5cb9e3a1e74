-- The number that a user's new texts leave from, and the one that their calls show.
alter table phone_numbers add column is_default boolean not null default false;
alter table phone_numbers add column is_dialer boolean not null default false;
create unique index phone_numbers_default on phone_numbers (company_id, user_id) where is_default;
create unique index phone_numbers_dialer on phone_numbers (company_id, user_id) where is_dialer;
