-- Domains of a company: mail of users with an address there leaves from that address, signed with the domain's own key.
create table sending_domains (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  domain text not null,
  selector text not null,
  public_key text not null,
  private_key_sealed bytea not null,
  -- of each record, by its kind: its state, and what stands in the DNS
  found jsonb not null default '{}',
  -- the records that the demo's DNS has
  sandbox_records text[] not null default '{}',
  checked_at timestamptz,
  -- since when the DKIM record is right; null: it is not
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, domain)
);
call guard_tenant_table('sending_domains');
