-- Who hears a cable message: "company", a permission's name, or ids of users. Null for what only our own processes hear.
alter table outbox add column recipients jsonb;

-- Finds the few who reach far: they hear of contacts that are not theirs.
create index users_by_role on users (company_id, role);
