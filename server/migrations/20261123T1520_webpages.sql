-- Files of a user (table files): their photo, and logo and flyer of their web page. Kept, so they change with the file's id.
alter table users add column photo_id bigint;
alter table users add column logo_id bigint;
alter table users add column flyer_id bigint;

-- What a user's own web page shows. A user without a row has not written one.
create table user_webpages (
  company_id bigint not null references companies,
  user_id bigint not null,
  -- headline, phone, addresses by their names (contract/webpage.ts)
  content jsonb not null,
  active boolean not null default false,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users on delete cascade
);
call guard_tenant_table('user_webpages');
