-- A recovery code is stored as its argon2id hash with a salt, sealed under the envelope key. `code_hash` is how it was stored before, SHA-256 without
-- a salt: such a code still works, and the worker moves it (twoFactor.chores.ts).
-- A table of its own in the place of the former: a sharded database adds no identity to a table that is there.
alter table recovery_codes rename to recovery_codes_before;
create table recovery_codes (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  user_id bigint not null,
  code_hash bytea,
  salt bytea,
  code_sealed bytea,
  used_at timestamptz,
  constraint recovery_codes_key primary key (company_id, user_id, id),
  constraint recovery_codes_stored check (num_nonnulls(salt, code_sealed) = case when code_hash is null then 2 else 0 end),
  foreign key (company_id, user_id) references users on delete cascade
);
alter table recovery_codes_before no force row level security;
insert into recovery_codes (company_id, user_id, code_hash, used_at)
select company_id, user_id, code_hash, used_at from recovery_codes_before
on conflict do nothing;
drop table recovery_codes_before;
call guard_tenant_table('recovery_codes');
