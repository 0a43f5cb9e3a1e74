-- Contacts with more than two numbers are found by each of them: only those few are in it.
create index contacts_by_further_phone on contacts using gin (company_id, phones jsonb_path_ops)
  where jsonb_array_length(phones) > 2 and deleted_at is null;
