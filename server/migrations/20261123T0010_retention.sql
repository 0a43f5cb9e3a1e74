-- What the nightly erasure looks for.
create index contacts_by_deletion on contacts (company_id, deleted_at) where deleted_at is not null;
