-- Sessions that an earlier version made had 14 days however little they were used. Those, too, now end where nobody uses them: 12 hours from here,
-- and each use gives them the time that SESSION_IDLE_HOURS says.
alter table sessions no force row level security;
update sessions set expires_at = now() + interval '12 hours' where expires_at > now() + interval '12 hours';
alter table sessions force row level security;
