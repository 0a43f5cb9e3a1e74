-- As whom an import runs: its asker, a leader who continued it, or the successor of a user who left. Null: one that an earlier version started.
alter table import_attempts add column run_by bigint;
alter table import_attempts no force row level security;
alter table users no force row level security;
alter table import_attempts add foreign key (company_id, run_by) references users;
alter table import_attempts force row level security;
alter table users force row level security;
