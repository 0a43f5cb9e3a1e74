-- Categories become a list that each company keeps. The fixed list becomes its first rows; contacts, their journal and saved imports name them by id.
create table categories (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  title text not null,
  description text not null default '',
  key text not null generated always as (fold(title)) stored,
  position integer not null default 0,
  primary key (company_id, id),
  constraint categories_key unique (company_id, key)
);
create temporary table fixed_categories (value text, title text, position integer) on commit drop;
insert into fixed_categories values ('medicare', 'Medicare', 0), ('life', 'Life', 1), ('annuity', 'Annuity', 2), ('health', 'Health', 3),
  ('final_expense', 'Final expense', 4), ('long_term_care', 'Long-term care', 5), ('property_casualty', 'Property & casualty', 6), ('other', 'Other', 7);
alter table companies no force row level security;
insert into categories (company_id, title, position)
select c.company_id, f.title, f.position from companies c cross join fixed_categories f order by c.company_id, f.position;
alter table companies force row level security;
create temporary table category_ids on commit drop as
select c.company_id, f.value, c.id from categories c join fixed_categories f on f.title = c.title;

alter table contacts no force row level security;
alter table contacts add column category_id bigint;
update contacts c set category_id = i.id from category_ids i where i.company_id = c.company_id and i.value = c.category;
alter table contacts drop column category;
alter table contacts add constraint contacts_category foreign key (company_id, category_id) references categories;
alter table contacts force row level security;

-- An undo gives back what stands here.
create function pg_temp.with_category_id(company bigint, image jsonb) returns jsonb language sql as $$
  select case when image ? 'category' then image - 'category' || jsonb_build_object('category_id',
    (select id from category_ids i where i.company_id = company and i.value = image ->> 'category')) else image end $$;
alter table contact_changes no force row level security;
update contact_changes set before = pg_temp.with_category_id(company_id, before), after = pg_temp.with_category_id(company_id, after)
where before ? 'category' or after ? 'category';
alter table contact_changes force row level security;
alter table import_settings no force row level security;
update import_settings set form = pg_temp.with_category_id(company_id, form) where form ? 'category';
alter table import_settings force row level security;
alter table import_attempts no force row level security;
update import_attempts set form = pg_temp.with_category_id(company_id, form) where form ? 'category';
alter table import_attempts force row level security;
call guard_tenant_table('categories');
