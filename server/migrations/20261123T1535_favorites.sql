-- The people that a user works with: they stand first where people are chosen.
create table favorite_users (
  company_id bigint not null references companies,
  user_id bigint not null,
  favorite_id bigint not null,
  primary key (company_id, user_id, favorite_id),
  foreign key (company_id, user_id) references users on delete cascade,
  foreign key (company_id, favorite_id) references users on delete cascade
);
create index favorite_users_by_favorite on favorite_users (company_id, favorite_id);
call guard_tenant_table('favorite_users');
