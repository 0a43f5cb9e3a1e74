-- What an import could not read, value by value; and the form of one that is not started yet.

-- By reason, so that a reason opens its rows. Sealed as the rejected rows are: a value may be a Medicare number.
create table import_problems (
  company_id bigint not null references companies,
  import_id bigint not null,
  -- a field of the import, or 'row' where the whole row is wrong
  field text not null,
  reason text not null,
  line integer not null,
  value_sealed bytea not null,
  -- whether the row was rejected; else its contact came in without the value
  rejected boolean not null,
  primary key (company_id, import_id, field, reason, line),
  foreign key (company_id, import_id) references import_attempts on delete cascade
);
call guard_tenant_table('import_problems');

alter table import_attempts add column dropped integer not null default 0;
-- [{field, reason, rejected, dropped}]: how often each reason occurred
alter table import_attempts add column problems jsonb not null default '[]';
-- the wizard's step that a draft was left at
alter table import_attempts add column draft_step text not null default 'map';
alter table import_attempts add constraint import_attempts_draft_step_check check (draft_step in ('map', 'check'));
