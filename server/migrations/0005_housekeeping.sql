-- What goes once its time is over.

-- Whole months of the journal that ended before `day`, never one that an undo may ask for. Readers of the journal wait while a month goes: it takes
-- a moment, and where it would not, the next round tries again.
create function drop_contact_changes_before(day date) returns integer
  language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '2s' as $$
declare
  past text;
  dropped integer := 0;
begin
  for past in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.contact_changes'::regclass
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= least(day, current_date - 120)
  loop
    execute format('drop table public.%I', past);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
revoke execute on function drop_contact_changes_before(date) from public;
grant execute on function drop_contact_changes_before(date) to steward_operator;

-- Null: the file of a finished import has been removed, its counts and rejected rows stay.
alter table import_attempts alter column file_key drop not null;
