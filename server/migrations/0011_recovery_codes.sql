-- A recovery code is stored as its argon2id hash with a salt, sealed under the envelope key. `code_hash` is how it was stored before, SHA-256 without
-- a salt: such a code still works, and the worker moves it (twoFactor.chores.ts).
alter table recovery_codes add column id bigint generated always as identity;
alter table recovery_codes drop constraint recovery_codes_pkey;
alter table recovery_codes add primary key (company_id, user_id, id);
alter table recovery_codes alter column code_hash drop not null;
alter table recovery_codes add column salt bytea;
alter table recovery_codes add column code_sealed bytea;
alter table recovery_codes add constraint recovery_codes_stored check (num_nonnulls(salt, code_sealed) = case when code_hash is null then 2 else 0 end);
