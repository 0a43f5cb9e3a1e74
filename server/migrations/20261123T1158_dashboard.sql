-- How a user arranged the cards of their dashboard.
create table dashboard_layouts (
  company_id bigint not null references companies,
  user_id bigint not null,
  -- [{name, size, hidden}] in the user's order; cards that it does not name come after
  cards jsonb not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users on delete cascade
);
call guard_tenant_table('dashboard_layouts');
