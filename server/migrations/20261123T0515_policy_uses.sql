-- Counts of a look-up's policies, its deletion, and a user's hand-over read only the rows that name it.
create index policies_by_carrier on policies (company_id, carrier_id, id) where carrier_id is not null;
create index policies_by_category on policies (company_id, category_id, id) where category_id is not null;
create index policies_by_agent on policies (company_id, agent_id, id) where agent_id is not null;
