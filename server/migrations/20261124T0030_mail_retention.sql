-- What contacts wrote is deleted by its time, when the law's retention has passed.
create index received_messages_by_time on received_messages (company_id, at);
