-- The demo's handsets: what each does with texts, what was written on it, and which reports our webhook still gets.
create table sandbox_phones (
  number text primary key,
  is_off boolean not null default false,
  is_slow boolean not null default false,
  loses_reports boolean not null default false,
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on sandbox_phones to steward_app, steward_operator;

-- addresses of pictures that came with it
alter table sandbox_texts add column media text[] not null default '{}';
-- a picture of the handset, for texts to the company
alter table sandbox_texts add column picture bytea;
alter table sandbox_texts add column picture_type text;
-- when the carrier calls our webhook next about it; null: never again
alter table sandbox_texts add column call_due_at timestamptz;
alter table sandbox_texts add column calls_made integer not null default 0;
grant update on sandbox_texts to steward_app, steward_operator;
create index sandbox_texts_due on sandbox_texts (call_due_at) where call_due_at is not null;
create index sandbox_texts_by_recipient on sandbox_texts (recipient, created_at);
