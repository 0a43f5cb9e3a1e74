-- Pictures of received mail: those that came with it, by the names that its HTML calls them; and whose remote ones a reader always sees.
alter table received_messages add column cids jsonb not null default '{}';

create table picture_senders (
  company_id bigint not null references companies,
  user_id bigint not null,
  address text not null,
  primary key (company_id, user_id, address),
  foreign key (company_id, user_id) references users
);
call guard_tenant_table('picture_senders');
