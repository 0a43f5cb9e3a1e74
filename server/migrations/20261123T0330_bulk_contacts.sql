-- Erasing contacts looks these up by contact.
create index bulk_action_contacts_by_contact on bulk_action_contacts (company_id, contact_id);
create index bulk_action_kept_by_contact on bulk_action_kept (company_id, contact_id);
create index import_kept_by_contact on import_kept (company_id, contact_id);
