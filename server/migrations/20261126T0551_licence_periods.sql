-- Counts how often the units of a licence began anew: what is given back counts only for the period it was
-- taken in.
alter table plan_licences add column period integer not null default 0;
-- Rows of before have null, which stands for the first period.
alter table messages add column licence_period integer;
alter table calls add column licence_period integer;
