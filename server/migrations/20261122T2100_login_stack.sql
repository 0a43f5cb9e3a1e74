-- Acting as another user in steps: the session behind this one, and the kind of the step. `original_id` stays the first person's own session.
alter table sessions add column parent_id bigint;
alter table sessions add column login_type text;
alter table sessions add constraint sessions_login_type check (login_type in ('logged_as_admin', 'logged_as_bu_admin',
  'logged_as_manager', 'impersonating_as_rm', 'impersonating'));
