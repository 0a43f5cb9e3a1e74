-- Business units are a look-up: their names are unique without case and accents.
alter table business_units no force row level security;
update business_units b set name = b.name || ' (' || b.id || ')'
from (select company_id, id, row_number() over (partition by company_id, fold(name) order by id) as place from business_units) d
where d.company_id = b.company_id and d.id = b.id and d.place > 1;
alter table business_units force row level security;
alter table business_units add column key text not null generated always as (fold(name)) stored;
alter table business_units drop constraint business_units_company_id_name_key;
alter table business_units add constraint business_units_key unique (company_id, key);

-- The bulk action that gave a deactivated user's contacts to others: reactivating may give them back.
alter table users add column hand_over_id bigint;
alter table users no force row level security;
alter table bulk_actions no force row level security;
alter table users add foreign key (company_id, hand_over_id) references bulk_actions;
alter table users force row level security;
alter table bulk_actions force row level security;
