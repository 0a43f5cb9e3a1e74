-- What stands under a user's mails to contacts: a checked tree, like a template.
create table email_signatures (
  company_id bigint not null references companies,
  user_id bigint not null,
  doc jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users on delete cascade
);
call guard_tenant_table('email_signatures');
