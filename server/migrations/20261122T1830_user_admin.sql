-- Users as administrators keep them: invited, with a title, marked as relationship managers, deactivated.
alter table users add column title text not null default '';
alter table users add column relationship_manager boolean not null default false;
alter table users add column invited_at timestamptz;
alter table users add column deactivated_at timestamptz;

alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check
  check (purpose in ('password_reset', 'invitation', 'second_factor', 'two_factor_setup', 'passkey_setup'));
