-- Behind a card of My day: the events of everyone in the company today.
create index event_occurrences_by_start on event_occurrences (company_id, starts_at);
