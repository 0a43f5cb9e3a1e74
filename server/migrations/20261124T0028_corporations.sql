-- Corporations get a profile: what they are, their office and their web page, a person in charge and a logo.
alter table corporations add column type text not null default 'agency';
alter table users no force row level security;
alter table corporations no force row level security;
alter table corporations add constraint corporations_type check (type in ('agency', 'carrier', 'partner'));
-- Texts, addresses and colours of its web page, as contract/corporations.ts says.
alter table corporations add column profile jsonb not null default '{}';
alter table corporations add column webpage_active boolean not null default false;
alter table corporations add column user_id bigint;
alter table corporations add column logo_id bigint;
alter table corporations add constraint corporations_person foreign key (company_id, user_id) references users;
alter table corporations force row level security;
alter table users force row level security;
create index corporations_by_person on corporations (company_id, user_id) where user_id is not null;
