-- An enterprise plan that was asked for may stand beside the plan in use, until an administrator activates it.
alter table subscriptions add column requested boolean not null default false;
alter table subscriptions no force row level security;
alter table plans no force row level security;
update subscriptions s set requested = true from plans p
where p.company_id = s.company_id and p.id = s.plan_id and p.enterprise and s.state = 'pending';
alter table plans force row level security;
alter table subscriptions force row level security;
drop index subscriptions_live;
create unique index subscriptions_live on subscriptions (company_id, product, payer, payer_id, requested) nulls not distinct
  where state <> 'ended';
