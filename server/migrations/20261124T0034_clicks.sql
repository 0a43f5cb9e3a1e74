-- Where the links of a mailing lead whose sender counts clicks. A link names a row here, so it leads nowhere else.
create table send_links (
  company_id bigint not null references companies,
  send_id bigint not null,
  -- the first letters of the hash of the address
  link_key text not null,
  href text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, send_id, link_key),
  foreign key (company_id, send_id) references sends on delete cascade
);
call guard_tenant_table('send_links');
alter table sends add column track_clicks boolean not null default false;
alter table sends add column track_opens boolean not null default false;
