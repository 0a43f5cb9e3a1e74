-- What calls that send or spend answered, by the caller's Idempotency-Key: a repeated call gets the first one's answer.
create table idempotency_keys (
  company_id bigint not null references companies,
  -- a hash of the user and their key
  key text not null,
  -- a hash of the endpoint and its input: the key of another call is refused
  input text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (company_id, key)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);
call guard_tenant_table('idempotency_keys');

-- The header replaces a key of sends' own.
alter table sends drop column once_key;
