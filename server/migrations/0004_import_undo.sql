-- Taking an import back, from the journal.

alter table import_attempts drop constraint import_attempts_status_check;
alter table import_attempts add constraint import_attempts_status_check
  check (status in ('draft', 'queued', 'processing', 'complete', 'failed', 'cancelled', 'undoing', 'undone', 'undo_failed'));

-- Contacts taken back, and those left alone because somebody has worked on them since.
alter table import_attempts add column undone integer not null default 0;
alter table import_attempts add column kept integer not null default 0;
-- The checkpoint of an undo: first the contacts it made, by line, then those it changed, by id.
alter table import_attempts add column undo_after_line integer not null default 0;
alter table import_attempts add column undo_after_contact bigint not null default 0;

-- What an undo left alone, for the person to look at.
create table import_kept (
  company_id bigint not null references companies,
  import_id bigint not null,
  contact_id bigint not null,
  -- whether the import made it; else it changed it
  created boolean not null,
  -- the latest who worked on it, where anybody did
  changed_by bigint,
  changed_at timestamptz,
  primary key (company_id, import_id, contact_id),
  foreign key (company_id, import_id) references import_attempts on delete cascade,
  foreign key (company_id, contact_id) references contacts on delete cascade
);
call guard_tenant_table('import_kept');

-- A sealed number that an import replaced, still sealed: the journal's images only name it.
alter table contact_changes add column medicare_number_sealed bytea;
alter table contact_changes add column medicare_number_blind bytea;

-- By contact, so that an undo goes through them in bounded steps. Contacts that an import made are found by their line.
drop index contact_changes_by_import;
create index contact_changes_by_import on contact_changes (company_id, import_id, contact_id)
  where import_id is not null and action <> 'imported';

-- When an entry was written, not when its transaction began: it is written under the contact's lock, so the moments tell the order of edits.
alter table contact_changes alter column at set default clock_timestamp();
