-- Housekeeping that says when it fails, and one cause of its failing less.

-- As before, but the month is read out of a partition's name in the loop: in the query the planner may read it out of any table's name first,
-- and fail on `pg_toast_1612`.
create or replace function drop_contact_changes_before(day date) returns integer
  language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '2s' as $$
declare
  past text;
  dropped integer := 0;
begin
  for past in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'public.contact_changes'::regclass
  loop
    if to_date(substring(past from '\d{4}_\d{2}$'), 'YYYY_MM') + interval '1 month' <= least(day, current_date - 120) then
      execute format('drop table public.%I', past);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;

-- Chores that failed when they ran last, each since its first failure in a row.
create table failed_chores (
  name text primary key,
  since timestamptz not null default now()
);
grant select on failed_chores to steward_app;
grant select, insert, delete on failed_chores to steward_operator;
