-- One job takes the calls of a kind that wait, in their order.
create index hook_calls_waiting on hook_calls (company_id, kind, id) where state = 'waiting';
