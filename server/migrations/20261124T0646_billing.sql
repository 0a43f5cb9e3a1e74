-- A company that once had a plan for its account needs one from then on.
alter table companies add column needs_account boolean not null default false;
-- Why its payer cancelled it.
alter table subscriptions add column cancel_reason text;
-- Its user keeps the licence until the period ends.
alter table plan_licences add column cancel_at_end boolean not null default false;
-- The people who get the licences that this invoice pays for.
alter table invoices add column for_people bigint[] not null default '{}';
