-- Behind a card of My day: the contacts with the latest activity, of an owner, a pool or the company. Imports and new contacts have none.
create index contacts_by_activity on contacts (company_id, last_activity_at, id)
  where last_activity_at is not null and deleted_at is null;
create index contacts_by_owner_activity on contacts (company_id, owner_id, last_activity_at, id)
  where last_activity_at is not null and deleted_at is null;
create index contacts_by_pool_activity on contacts (company_id, pool_id, last_activity_at, id)
  where pool_id is not null and last_activity_at is not null and deleted_at is null;
