-- What a company sells to its people by the month: texting, the dialer, Max Plus, and the account itself.
create table plans (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  product text not null check (product in ('texting', 'dialer', 'max_plus', 'account')),
  name text not null,
  level text not null check (level in ('standard', 'premium')),
  -- a month of one licence, in ten-thousandths of a dollar; whole cents, as cards charge no less
  price bigint not null check (price >= 0 and price % 100 = 0),
  -- texts, or minutes of calls, in a month of one licence
  included integer not null check (included >= 0),
  -- agreed upon with the customer: an administrator activates it, and no card is charged
  enterprise boolean not null default false,
  created_at timestamptz not null,
  -- nobody can subscribe any more; those who have it keep it
  retired_at timestamptz,
  primary key (company_id, id)
);
create unique index plans_by_name on plans (company_id, product, lower(name)) where retired_at is null;
call guard_tenant_table('plans');

create table subscriptions (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  product text not null check (product in ('texting', 'dialer', 'max_plus', 'account')),
  payer text not null check (payer in ('self', 'manager', 'company')),
  -- null: the company's
  payer_id bigint,
  -- whose default card is charged
  card_user_id bigint not null,
  plan_id bigint not null,
  -- from the next period on
  next_plan_id bigint,
  -- of the plan when it was bought or last changed: a new price of the plan counts for new buyers
  price bigint not null check (price >= 0 and price % 100 = 0),
  quantity integer not null check (quantity between 1 and 10000),
  included integer not null check (included >= 0),
  allocated integer not null default 0,
  state text not null check (state in ('pending', 'active', 'past_due', 'unpaid', 'ended')),
  origin text not null default 'bought' check (origin in ('bought', 'granted')),
  -- a granted one ends after this day
  granted_until date,
  -- period k begins at (anchor + k months) at midnight of the zone
  anchor date not null,
  zone text not null,
  -- periods that are billed
  periods integer not null default 0,
  starts_at timestamptz,
  due_at timestamptz,
  cancel_at_end boolean not null default false,
  -- why the last charge failed
  failure text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, payer_id) references users,
  foreign key (company_id, card_user_id) references users,
  foreign key (company_id, plan_id) references plans,
  foreign key (company_id, next_plan_id) references plans,
  check ((payer = 'company') = (payer_id is null)),
  constraint subscriptions_allocated check (allocated between 0 and included)
);
create unique index subscriptions_live on subscriptions (company_id, product, payer, payer_id) nulls not distinct
  where state <> 'ended';
create index subscriptions_by_time on subscriptions (company_id, product, created_at desc, id desc);
create index subscriptions_due on subscriptions (company_id, due_at) where state in ('active', 'past_due', 'unpaid');
call guard_tenant_table('subscriptions');

-- A licence is one place in a subscription. Its user may use up to `allocation` units in a period.
create table plan_licences (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  subscription_id bigint not null,
  user_id bigint,
  allocation integer not null default 0,
  used integer not null default 0,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, subscription_id) references subscriptions,
  foreign key (company_id, user_id) references users,
  constraint plan_licences_used check (used between 0 and allocation)
);
create unique index plan_licences_of_user on plan_licences (company_id, subscription_id, user_id);
create index plan_licences_by_user on plan_licences (company_id, user_id);
call guard_tenant_table('plan_licences');

create table plan_orders (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  product text not null,
  subscription_id bigint not null,
  user_id bigint not null,
  quantity integer not null check (quantity between 1 and 10000),
  amount bigint not null check (amount >= 0 and amount % 100 = 0),
  state text not null check (state in ('pending', 'paid', 'failed', 'cancelled')),
  failure text,
  note text not null default '',
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, subscription_id) references subscriptions,
  foreign key (company_id, user_id) references users
);
create index plan_orders_by_time on plan_orders (company_id, product, created_at desc, id desc);
create index plan_orders_of_subscription on plan_orders (company_id, subscription_id);
call guard_tenant_table('plan_orders');

-- One invoice a period, whatever happens; and one for each change or order that costs something at once.
create table invoices (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  -- from 1, without gaps, when it is paid
  number integer,
  subscription_id bigint not null,
  user_id bigint not null,
  kind text not null check (kind in ('period', 'change', 'order')),
  -- from 0, of a period
  period integer,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- [{ text, quantity, price, amount }]
  lines jsonb not null,
  total bigint not null check (total >= 0 and total % 100 = 0),
  state text not null default 'open' check (state in ('open', 'paid', 'void')),
  -- of a change: the plan from now on
  plan_id bigint,
  order_id bigint,
  tries integer not null default 0,
  failure text,
  issued_at timestamptz not null,
  -- when its card is charged, or charged again
  due_at timestamptz not null,
  paid_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, subscription_id) references subscriptions,
  foreign key (company_id, user_id) references users,
  foreign key (company_id, plan_id) references plans,
  foreign key (company_id, order_id) references plan_orders,
  check ((kind = 'period') = (period is not null)),
  check ((state = 'paid') = (number is not null))
);
create unique index invoices_of_period on invoices (company_id, subscription_id, period);
create unique index invoices_by_number on invoices (company_id, number);
create index invoices_by_time on invoices (company_id, user_id, issued_at desc, id desc);
create index invoices_due on invoices (company_id, due_at) where state = 'open';
call guard_tenant_table('invoices');

-- The last number given, so that numbers have no gaps.
create table invoice_numbers (
  company_id bigint not null references companies,
  last integer not null,
  primary key (company_id)
);
call guard_tenant_table('invoice_numbers');

alter table payments add column invoice_id bigint;
alter table payments add constraint payments_invoice_fk foreign key (company_id, invoice_id) references invoices
  not valid;
alter table payments drop constraint payments_kind_check;
alter table payments add constraint payments_kind_check check (kind in ('top_up', 'refill', 'invoice'));
-- An invoice has one charge at a time, and is paid once.
create unique index payments_one_charge on payments (company_id, invoice_id)
  where state in ('pending', 'requires_action', 'succeeded');
alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check
  check (kind in ('top_up', 'refill', 'invoice', 'usage', 'allocate', 'reclaim', 'adjustment'));
