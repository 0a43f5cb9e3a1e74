-- An entry is found by its contact, and by that it is known: one index where there were two. Every imported contact writes one entry.
alter table contact_changes drop constraint contact_changes_pkey;
alter table contact_changes add primary key (company_id, contact_id, at, id);
drop index contact_changes_by_contact;
