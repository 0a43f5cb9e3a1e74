-- The log of a bulk action is read by contact, and its undo looks contacts up in it: one index for both.
create index contact_changes_by_bulk_contact on contact_changes (company_id, bulk_action_id, contact_id, id)
  where bulk_action_id is not null;
drop index contact_changes_by_bulk_action;

create index bulk_actions_transfers on bulk_actions (company_id, created_at desc, id desc) where deed = 'transfer';
