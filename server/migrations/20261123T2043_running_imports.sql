-- Behind a card of My day and the tabs of the imports: those that run, failed or are done, the latest first.
create index import_attempts_by_status on import_attempts (company_id, status, created_at desc, id desc);
create index import_attempts_by_retried on import_attempts (company_id, retry_of) where retry_of is not null;
