-- A number that somebody buys: paid or held first, then asked of the carrier, then kept. Each step may be repeated.
create table number_orders (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  number text not null,
  -- who buys it, and pays
  user_id bigint not null,
  for_company boolean not null,
  state text not null check (state in ('paying', 'buying', 'done', 'failed')),
  reason text check (reason in ('payment', 'no_funds', 'taken')),
  amount bigint not null check (amount > 0),
  -- by card: what fills the wallet before the price is held there
  payment_id bigint,
  created_at timestamptz not null,
  -- when somebody looks what has become of it
  due_at timestamptz not null,
  settled_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, payment_id) references payments
);
create unique index number_orders_open on number_orders (company_id, number) where state in ('paying', 'buying');
create index number_orders_due on number_orders (company_id, due_at) where state in ('paying', 'buying');
create index number_orders_of_user on number_orders (company_id, user_id, id);
call guard_tenant_table('number_orders');

-- Whose a number is at the carrier: one account serves all companies.
alter table sandbox_numbers add column owner text;
