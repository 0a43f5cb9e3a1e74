-- Money that goes back: refunds, and what a bank takes back (disputes). And what the card processor tells.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check
  check (kind in ('wallet', 'allowance', 'debt', 'cards', 'texts', 'calls', 'numbers', 'plans', 'store', 'adjustments', 'taxes'));
alter table ledger_accounts drop constraint ledger_accounts_check;
alter table ledger_accounts add constraint ledger_accounts_check
  check ((kind in ('wallet', 'allowance', 'debt')) = (user_id is not null));
-- A debt is what a user owes: below zero until the next credit pays it.
alter table ledger_accounts drop constraint ledger_accounts_covered;
alter table ledger_accounts add constraint ledger_accounts_covered
  check (case when kind = 'debt' then balance <= 0 and held = 0 else balance >= held and held >= 0 end);
alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check
  check (kind in ('top_up', 'refill', 'invoice', 'usage', 'allocate', 'reclaim', 'adjustment', 'refund', 'dispute', 'debt', 'tax'));

-- What is refunded of a payment, or asked to be: two refunds at once never exceed it.
alter table payments add column refunded bigint not null default 0;
alter table payments add constraint payments_refunded check (refunded between 0 and amount) not valid;
create index payments_of_company on payments (company_id, created_at desc, id desc);

-- A refund is stored before the processor is asked, and what it takes from a wallet is held until the answer.
create table refunds (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  payment_id bigint not null,
  amount bigint not null check (amount > 0 and amount % 100 = 0),
  reason text not null,
  -- one that succeeded may still fail: the card's bank sends the money back
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  provider_id text,
  made_by bigint not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- when somebody looks what has become of it
  due_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, payment_id) references payments,
  foreign key (company_id, made_by) references users
);
create index refunds_of_payment on refunds (company_id, payment_id, id);
create index refunds_due on refunds (company_id, due_at) where state = 'pending';
call guard_tenant_table('refunds');

-- A payer told their bank that a payment is not right, and the bank takes it back until that is decided.
create table disputes (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  payment_id bigint not null,
  user_id bigint not null,
  provider_id text not null,
  amount bigint not null check (amount > 0),
  reason text not null,
  -- warning: the bank only asks; closed: it asked and took nothing
  state text not null check (state in ('warning', 'closed', 'open', 'lost', 'won')),
  -- the processor wants an answer until then
  answer_by timestamptz,
  opened_at timestamptz not null,
  settled_at timestamptz,
  primary key (company_id, id),
  unique (company_id, provider_id),
  foreign key (company_id, payment_id) references payments,
  foreign key (company_id, user_id) references users
);
create index disputes_of_payment on disputes (company_id, payment_id);
create index disputes_of_user on disputes (company_id, user_id, opened_at desc);
create index disputes_by_time on disputes (company_id, opened_at desc, id desc);
call guard_tenant_table('disputes');

-- What the processor told: one account serves all companies, so whose it is is asked of the processor. Each event is
-- worked on once; only its name is kept, as the present state is asked for anew.
create table card_events (
  id text primary key,
  type text not null,
  about text,
  object_id text,
  state text not null default 'waiting' check (state in ('waiting', 'done')),
  received_at timestamptz not null,
  finished_at timestamptz
);
create index card_events_waiting on card_events (received_at) where state = 'waiting';
grant select, insert, update, delete on card_events to steward_app, steward_operator;

-- The tax that is in an invoice's total, as it was when it was issued; points: hundredths of a percent.
alter table invoices add column tax bigint not null default 0;
alter table invoices add column tax_name text;
alter table invoices add column tax_points integer;
create index sandbox_cards_by_time on sandbox_cards (kind, created_at desc);
