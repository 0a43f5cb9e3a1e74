-- Money in ten-thousandths of a dollar. A transfer takes from one account what it gives to the other, so all of them sum to zero.
create table ledger_accounts (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  kind text not null check (kind in ('wallet', 'allowance', 'cards', 'texts', 'calls', 'numbers', 'plans', 'store', 'adjustments')),
  -- null: a book of the company. Books store no balance, so that spending locks one row.
  user_id bigint,
  -- of an allowance: the user who gave it
  payer_id bigint,
  balance bigint not null default 0,
  held bigint not null default 0,
  primary key (company_id, id),
  unique nulls not distinct (company_id, kind, user_id, payer_id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, payer_id) references users,
  check ((kind in ('wallet', 'allowance')) = (user_id is not null)),
  check ((kind = 'allowance') = (payer_id is not null)),
  -- nobody spends what is not there, or what is held
  constraint ledger_accounts_covered check (balance >= held and held >= 0)
);
create index ledger_accounts_of_user on ledger_accounts (company_id, user_id);
create index ledger_accounts_of_payer on ledger_accounts (company_id, payer_id);
call guard_tenant_table('ledger_accounts');

-- Money that is promised and not yet spent: a text that is on its way, a call that runs.
create table ledger_holds (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  account_id bigint not null,
  amount bigint not null check (amount > 0),
  state text not null default 'open' check (state in ('open', 'settled', 'released')),
  -- a second hold with this key on this account is the same hold
  key text not null,
  expires_at timestamptz not null,
  made_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, key, account_id),
  foreign key (company_id, account_id) references ledger_accounts
);
create index ledger_holds_open on ledger_holds (company_id, account_id) where state = 'open';
create index ledger_holds_expiring on ledger_holds (company_id, expires_at) where state = 'open';
call guard_tenant_table('ledger_holds');

create table ledger_transfers (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  from_id bigint not null,
  to_id bigint not null,
  amount bigint not null check (amount > 0),
  kind text not null check (kind in ('top_up', 'refill', 'usage', 'allocate', 'reclaim', 'adjustment')),
  -- nothing with this key happens twice
  key text not null,
  hold_id bigint,
  usage_type text,
  quantity bigint,
  corporation_id bigint,
  note text not null default '',
  made_at timestamptz not null,
  -- 0: the system
  made_by bigint not null,
  primary key (company_id, id),
  unique (company_id, key),
  unique (company_id, hold_id),
  foreign key (company_id, from_id) references ledger_accounts,
  foreign key (company_id, to_id) references ledger_accounts,
  foreign key (company_id, hold_id) references ledger_holds,
  foreign key (company_id, corporation_id) references corporations,
  check (from_id <> to_id)
);
create index ledger_transfers_out on ledger_transfers (company_id, from_id, made_at desc, id desc);
create index ledger_transfers_in on ledger_transfers (company_id, to_id, made_at desc, id desc);
call guard_tenant_table('ledger_transfers');
-- Nobody changes what happened: a mistake is transferred back.
revoke update, delete on ledger_transfers from steward_app, steward_operator;

-- What one unit costs from a day on, in ten-thousandths of a dollar: for estimates, price lists and charges alike.
create table usage_prices (
  usage_type text not null,
  effective_from date not null,
  price bigint not null check (price > 0),
  primary key (usage_type, effective_from)
);
grant select on usage_prices to steward_app, steward_operator;
insert into usage_prices (usage_type, effective_from, price) values
  ('sms', '2026-01-01', 150), ('mms', '2026-01-01', 400), ('call', '2026-01-01', 200),
  ('phone_number', '2026-01-01', 15000), ('phone_check', '2026-01-01', 80);

-- The payer at the card processor. Card numbers never come here.
create table card_customers (
  company_id bigint not null references companies,
  user_id bigint not null,
  provider_id text not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users
);
call guard_tenant_table('card_customers');

create table cards (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  user_id bigint not null,
  provider_id text not null,
  brand text not null,
  last4 text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (company_id, id),
  unique (company_id, provider_id),
  foreign key (company_id, user_id) references users
);
create unique index cards_default on cards (company_id, user_id) where is_default and removed_at is null;
create index cards_of_user on cards (company_id, user_id, created_at) where removed_at is null;
call guard_tenant_table('cards');

-- A charge is stored before the processor is asked, so that a crash loses none and charges none twice.
create table payments (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  user_id bigint not null,
  kind text not null check (kind in ('top_up', 'refill')),
  amount bigint not null check (amount > 0 and amount % 100 = 0),
  description text not null default '',
  state text not null default 'pending' check (state in ('pending', 'requires_action', 'succeeded', 'failed')),
  customer text not null,
  method text not null,
  card text not null,
  return_url text,
  -- a second ask with the same key is the same payment
  once_key text,
  provider_id text,
  action_url text,
  failure text,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- when somebody looks what has become of it
  due_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, user_id, once_key),
  foreign key (company_id, user_id) references users
);
create index payments_by_time on payments (company_id, user_id, created_at desc, id desc);
create index payments_due on payments (company_id, due_at) where state in ('pending', 'requires_action');
create unique index payments_one_refill on payments (company_id, user_id)
  where kind = 'refill' and state in ('pending', 'requires_action');
call guard_tenant_table('payments');

create table wallet_settings (
  company_id bigint not null references companies,
  user_id bigint not null,
  enabled boolean not null,
  threshold bigint not null check (threshold >= 0),
  amount bigint not null check (amount > 0 and amount % 100 = 0),
  -- why no refill happens until the user acts; null: refills happen
  paused text,
  -- soft declines in a row
  tries integer not null default 0,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users
);
call guard_tenant_table('wallet_settings');

-- The demo's card processor keeps its customers, cards and charges here, and its answers by idempotency key.
create table sandbox_cards (
  id text primary key,
  kind text not null,
  customer text,
  body jsonb not null,
  created_at timestamptz not null default now()
);
create index sandbox_cards_of_customer on sandbox_cards (customer, kind, created_at);
grant select, insert, update, delete on sandbox_cards to steward_app, steward_operator;
