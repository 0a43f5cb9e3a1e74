-- The header Idempotency-Key (idempotency_keys) replaces a key of payments' own.
alter table payments drop column once_key;
