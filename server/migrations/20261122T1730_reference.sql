-- Names of statuses and carriers are unique as people read them: without regard to case and accents. Names that were too much alike get their id.
alter table statuses no force row level security;
update statuses s set title = s.title || ' (' || s.id || ')'
from (select company_id, id, row_number() over (partition by company_id, fold(title) order by position, id) as place from statuses) d
where d.company_id = s.company_id and d.id = s.id and d.place > 1;
alter table statuses force row level security;
alter table statuses add column key text not null generated always as (fold(title)) stored;
alter table statuses drop constraint statuses_company_id_title_key;
alter table statuses add constraint statuses_key unique (company_id, key);

alter table carriers no force row level security;
update carriers c set name = c.name || ' (' || c.id || ')'
from (select company_id, id, row_number() over (partition by company_id, fold(name) order by id) as place from carriers) d
where d.company_id = c.company_id and d.id = c.id and d.place > 1;
alter table carriers force row level security;
alter table carriers add column key text not null generated always as (fold(name)) stored;
alter table carriers drop constraint carriers_company_id_name_key;
alter table carriers add constraint carriers_key unique (company_id, key);
