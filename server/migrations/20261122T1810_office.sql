-- Jobs at set times. When each company's next one is due, in the company's own time zone; `cron` is as it was when that was worked out.
create table schedules (
  company_id bigint not null references companies,
  name text not null,
  cron text not null,
  next_at timestamptz not null,
  primary key (company_id, name)
);
create index schedules_by_time on schedules (next_at);
call guard_tenant_table('schedules');

alter table companies add column timezone text not null default 'est';
alter table companies add constraint companies_timezone check (timezone in ('est', 'cst', 'mst', 'pst', 'akst', 'hst'));
