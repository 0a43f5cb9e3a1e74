-- Jobs that a key replaces or cancels; and what a bulk action does is called its operation.

alter table outbox add column job_key text;
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('job', 'cancel', 'cable'));

-- `deed` is written on, for the version before this one; it takes the new name with the next.
alter table bulk_actions add column operation text not null generated always as (deed) stored;
